import { Box, Flex, Text, VisuallyHidden } from "@chakra-ui/react";
import { ArrowUpRight, CircleSlash, Clock, LockKeyhole, type LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../address/base";
import { CARD_ATTRIBUTE } from "../use-card-keys";
import type { Product } from "../queries";
import { AppIcon } from "./app-icon";

interface AppCardProps {
  product: Product;
  /** Whether Tab stops at this card. Arrow keys reach the others. */
  tabStop: boolean;
  busy: boolean;
  onOpen: (product: Product) => void;
}

/** `noAddress`: the person may open it, but there is nothing to open. */
const STATES: Record<Product["state"] | "noAddress", { icon: LucideIcon; color: string }> = {
  open: { icon: ArrowUpRight, color: "accent.fg" },
  request: { icon: LockKeyhole, color: "fg.muted" },
  pending: { icon: Clock, color: "warning" },
  refused: { icon: CircleSlash, color: "fg.muted" },
  noAddress: { icon: CircleSlash, color: "fg.muted" },
};

/** The frame of a card. */
export const CARD = {
  align: "flex-start",
  gap: "3",
  width: "full",
  height: "full",
  padding: "4",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "card",
  background: "bg.panel",
  color: "fg",
} as const;

/** One application with its state: a link that opens it, or a button that says why it does not open. */
export function AppCard({ product, tabStop, busy, onOpen }: AppCardProps) {
  const shared = { tabIndex: tabStop ? 0 : -1, "aria-busy": busy, [CARD_ATTRIBUTE]: product.id };
  return (
    <Flex
      asChild
      {...CARD}
      textDecoration="none"
      fontFamily="inherit"
      textAlign="start"
      cursor="pointer"
      transitionProperty="border-color, background-color"
      transitionDuration="fast"
      _hover={{ borderColor: "border.control" }}
      _active={{ background: "bg.subtle" }}
    >
      {product.state === "open" && !isEmpty(product) ? (
        <a
          // The server checks the access, counts the opening and leads on (decision 0075).
          href={addressOf(`/open/${product.id}`)}
          target="_blank"
          rel="noopener"
          {...shared}
          {...(hasChoice(product) && { onClick: choosing(() => onOpen(product)) })}
        >
          <CardFace product={product} />
        </a>
      ) : (
        <button type="button" {...shared} onClick={() => onOpen(product)}>
          <CardFace product={product} />
        </button>
      )}
    </Flex>
  );
}

/** What a card says: icon, name, one line, state. `still` for a card that opens nothing. */
export function CardFace({ product, still = false }: { product: Product; still?: boolean }) {
  const { t } = useTranslation("home");
  const state = !still && isEmpty(product) ? "noAddress" : product.state;
  const { icon: StateIcon, color } = STATES[state];
  return (
    <>
      <AppIcon product={product} />
      <Box minWidth="0" flex="1">
        <Text
          as="span"
          display="block"
          fontSize="md"
          fontWeight="semibold"
          lineHeight="1.4"
          overflowWrap="anywhere"
        >
          {product.name}
        </Text>
        <Text
          as="span"
          display="block"
          fontSize="sm"
          color="fg.muted"
          minHeight="5"
          lineHeight="20px"
          truncate
        >
          {product.attribute1}
        </Text>
        <Flex
          as="span"
          align="center"
          gap="1.5"
          marginTop="1.5"
          fontSize="xs"
          fontWeight="medium"
          color={color}
        >
          <StateIcon size={14} aria-hidden />
          {t(`state.${wordOf(state, product)}`)}
          {state === "open" && !still && <VisuallyHidden>, {t("newTab")}</VisuallyHidden>}
        </Flex>
      </Box>
    </>
  );
}

/** Whether a dialog asks which address to open, and lets people copy them (F-31, D-24). */
function hasChoice({ links, linkDialog }: Product) {
  return links.length > 1 || (linkDialog && links.length > 0);
}

/** Another tab has no dialog: there the server's page asks. */
function choosing(ask: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask();
  };
}

/** Whether the person may open it, but its address was removed. */
function isEmpty({ state, link, links }: Product) {
  return state === "open" && !link && links.length === 0;
}

/** The word for the state. For "refused", the reason says what it means. */
function wordOf(state: keyof typeof STATES, { reason }: Product) {
  return state === "refused" && (reason === "membershipEnded" || reason === "agency" || reason === "off")
    ? reason
    : state;
}
