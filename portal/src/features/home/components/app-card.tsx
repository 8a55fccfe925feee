import { Box, Flex, Text, VisuallyHidden } from "@chakra-ui/react";
import { CircleSlash, Clock, LockKeyhole, Pin, type LucideIcon } from "lucide-react";
import { useId, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../address/base";
import { AppIcon } from "../../../kit/app-icon";
import { CARD_ATTRIBUTE } from "../use-card-keys";
import type { Product } from "../types";

interface AppCardProps {
  product: Product;
  /** Whether Tab stops at this card. Arrow keys reach the others. */
  tabStop: boolean;
  pinned?: boolean;
  /** Whether it opens since the last visit. */
  isNew?: boolean;
  /** Whether it says who is responsible. Cards of home have no room for it. */
  hasOwner?: boolean;
  onOpen: (product: Product) => void;
  /** The button of its menu. */
  more?: ReactNode;
}

/** `noAddress`: the person may open it, but there is nothing to open. */
type State = Product["state"] | "noAddress";

/** Opening is what a card is for, so nothing shows that it opens. */
const SIGNS: Record<Exclude<State, "open">, { icon: LucideIcon; color: string }> = {
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
  padding: { base: "3", sm: "4" },
  minHeight: "16",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "card",
  background: "bg.panel",
  color: "fg",
} as const;

/** Room for the menu: beside both lines on a phone, beside the name on wider screens. */
const MENU_ROOM = { paddingInlineEnd: "11", css: { sm: { "--menu": "20px" } } };

/** One application with its state: a link that opens it, or a button that says why it does not open. */
export function AppCard(props: AppCardProps) {
  const { product, tabStop, pinned = false, isNew = false, hasOwner = false, onOpen, more } = props;
  const { t } = useTranslation("home");
  const description = useId();
  const shared = {
    tabIndex: tabStop ? 0 : -1,
    ...(product.attribute1 && { "aria-describedby": description }),
    [CARD_ATTRIBUTE]: product.id,
  };
  const card = (
    <Flex
      asChild
      {...CARD}
      {...(more !== undefined && MENU_ROOM)}
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
          <CardFace product={product} describes={description} isNew={isNew} hasOwner={hasOwner} />
          {pinned && <Pinned word={t("joint") + t("pinned")} />}
        </a>
      ) : (
        <button type="button" {...shared} onClick={() => onOpen(product)}>
          <CardFace product={product} describes={description} hasOwner={hasOwner} />
          {pinned && <Pinned word={t("joint") + t("pinned")} />}
        </button>
      )}
    </Flex>
  );
  if (more === undefined) return card;
  return (
    <Box position="relative" height="full">
      {card}
      <Box position="absolute" top={{ base: "1", sm: "2" }} insetInlineEnd="1">
        {more}
      </Box>
    </Box>
  );
}

/** The sign of a pinned card, below its menu. */
function Pinned({ word }: { word: string }) {
  return (
    <Box as="span" position="absolute" bottom={{ base: "2", sm: "3" }} insetInlineEnd="3" color="accent.fg">
      <Pin size={14} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </Box>
  );
}

const NEW = { marginInlineStart: "1", fontWeight: "medium", color: "accent.fg", whiteSpace: "nowrap" };
const OWNER = { display: "block", marginTop: "1", color: "fg.muted", overflowWrap: "anywhere" };

interface CardFaceProps {
  product: Product;
  still?: boolean;
  isNew?: boolean;
  hasOwner?: boolean;
  /** The id of the description. */
  describes?: string;
}

/**
 * What a card shows: icon, name, two lines, and its state if it does not open. Screen readers call it "Demo app, open, opens
 * in a new tab".
 */
export function CardFace(props: CardFaceProps) {
  const { product, still = false, isNew = false, hasOwner = false, describes } = props;
  const { t } = useTranslation("home");
  const state = stateOf(product, still);
  const word = t(`state.${wordOf(state, product)}`);
  const opens = state === "open" && !still && t("newTab");
  const heard = ["", word, ...(opens ? [opens] : [])].join(t("joint"));
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
          paddingInlineEnd="var(--menu, 0px)"
        >
          <span>{product.name}</span>
          {isNew && (
            <>
              {" "}
              <Text as="span" fontSize="xs" css={NEW}>
                {t("new")}
              </Text>
            </>
          )}
          <VisuallyHidden>{heard}</VisuallyHidden>
        </Text>
        <Text
          as="span"
          // Screen readers have it as the description of the card.
          id={describes}
          aria-hidden={describes !== undefined}
          fontSize="sm"
          color="fg.muted"
          minHeight={{ base: "0", sm: "var(--lines, 40px)" }}
          lineHeight="20px"
          lineClamp={{ base: 1, sm: "var(--clamp, 2)" }}
          overflowWrap="anywhere"
        >
          {product.attribute1}
        </Text>
        {hasOwner && product.adminName && (
          <Text as="span" fontSize="xs" css={OWNER}>
            {t("owner", { name: product.adminName })}
          </Text>
        )}
        {state !== "open" && <Sign {...SIGNS[state]} word={word} />}
      </Box>
    </>
  );
}

function Sign({ icon: Icon, color, word }: { icon: LucideIcon; color: string; word: string }) {
  return (
    <Flex
      as="span"
      aria-hidden
      align="center"
      gap="1.5"
      marginTop="1.5"
      fontSize="xs"
      fontWeight="medium"
      color={color}
    >
      <Icon size={14} />
      {word}
    </Flex>
  );
}

function stateOf(product: Product, still: boolean): State {
  return !still && isEmpty(product) ? "noAddress" : product.state;
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

/** The reasons that say more than the state. */
const REASONS = ["membershipEnded", "timedOut", "agency", "off"] as const;

/** The word for the state: for "refused" what it means, and nothing to ask for without a group to ask. */
function wordOf(state: State, { reason, canAsk }: Product) {
  if (state === "request" && !canAsk) return "closed";
  const more = REASONS.find((one) => one === reason);
  return state === "refused" && more ? more : state;
}
