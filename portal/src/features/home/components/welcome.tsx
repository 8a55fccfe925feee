import { Box, Button, Flex, Grid, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, Pin } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { groupNoticeQuery, hintSeen } from "../../../access/group-notice";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { useArranging } from "../arrange/use-arranging";
import type { Home, Product } from "../types";

/** How many applications the second step offers. */
const OFFERED = 4;

interface WelcomeProps {
  home: Home;
  steps: components["schemas"]["Welcome"];
  /** Closes it for good. */
  onLeave: () => void;
}

/**
 * The first steps of a newcomer: a group (S-05, in the contract's words), favourites, a passkey. "Later" puts them away for the
 * day (G-19, G-20). Nothing here has to be done, and nothing takes the focus.
 */
export function Welcome({ home, steps, onLeave }: WelcomeProps) {
  const { t } = useTranslation(["homeMore", "ui"]);
  const { t: ofAsking } = useTranslation("asking");
  const services = useServices();
  const heading = useId();
  const { data: notice } = useQuery(groupNoticeQuery(services));
  const later = useAct(() => hintSeen(services), {
    done: ofAsking("hint.tomorrow"),
    refresh: ["group-notice"],
  });
  if (notice?.clickStatus !== 0) return null;
  const pinned = steps.pinned || home.chosen.pins.length > 0;
  // A browser without passkeys cannot do the third step.
  const takesPasskeys = steps.passkey || "PublicKeyCredential" in window;
  const states = [steps.group, pinned, ...(takesPasskeys ? [steps.passkey] : [])];
  const done = states.filter(Boolean).length;
  const isAll = done === states.length;
  return (
    <Box as="section" aria-labelledby={heading} css={PANEL}>
      <Flex align="baseline" gap="3" wrap="wrap">
        <Heading as="h2" id={heading} size="md">
          {isAll ? t("welcome.all") : t("welcome.heading", { product: services.config.productName })}
        </Heading>
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("welcome.progress", { done, total: states.length })}
        </Text>
      </Flex>
      <Grid as="ol" css={STEPS}>
        <Step
          isDone={steps.group}
          name={t("welcome.group")}
          text={
            steps.group ? t("welcome.groupDone") : ofAsking("Please enter Group Manager to select your group")
          }
        >
          {!steps.group && <Way to="/my-groups">{ofAsking("hint.open")}</Way>}
        </Step>
        <Pinning home={home} isDone={pinned} />
        {takesPasskeys && (
          <Step
            isDone={steps.passkey}
            name={t("welcome.passkey")}
            text={steps.passkey ? t("welcome.passkeyDone") : ofAsking("offer.text")}
          >
            {!steps.passkey && <Way to="/account/security#passkeys">{ofAsking("offer.open")}</Way>}
          </Step>
        )}
      </Grid>
      <Flex gap="2" justify="flex-end" wrap="wrap">
        {!isAll && (
          <Button variant="outline" size="sm" aria-busy={later.busy} onClick={() => void later.run()}>
            {ofAsking("hint.later")}
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={onLeave}>
          {isAll ? t("ui:close") : t("welcome.leave")}
        </Button>
      </Flex>
    </Box>
  );
}

function Pinning({ home, isDone }: { home: Home; isDone: boolean }) {
  const { t } = useTranslation("homeMore");
  const { hidden } = home.chosen;
  const open = home.cards.filter(({ id, hasAccess }) => hasAccess && !hidden.includes(id)).slice(0, OFFERED);
  return (
    <Step
      isDone={isDone}
      name={t("welcome.pin")}
      text={t(open.length > 0 ? "welcome.pinText" : "welcome.pinNone")}
    >
      {open.length > 0 && (
        <Flex role="group" aria-label={t("welcome.pin")} gap="2" wrap="wrap">
          {open.map((product) => (
            <PinButton key={product.id} home={home} product={product} />
          ))}
        </Flex>
      )}
    </Step>
  );
}

function PinButton({ home, product }: { home: Home; product: Product }) {
  const { pinned, pin } = useArranging(home, product);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-pressed={pinned}
      maxWidth="full"
      height="auto"
      minHeight="8"
      paddingBlock="1"
      whiteSpace="normal"
      overflowWrap="anywhere"
      textAlign="start"
      flexShrink="1"
      onClick={pin}
    >
      <Pin size={14} aria-hidden />
      {product.name}
    </Button>
  );
}

interface StepProps {
  isDone: boolean;
  name: string;
  text: string;
  children: ReactNode;
}

function Step({ isDone, name, text, children }: StepProps) {
  const { t } = useTranslation("homeMore");
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <Flex as="li" direction="column" align="flex-start" gap="2" minWidth="0">
      <Flex align="center" gap="2" color={isDone ? "success" : "fg"}>
        <Icon size={18} aria-hidden />
        <Heading as="h3" size="sm" overflowWrap="anywhere">
          {name}
        </Heading>
      </Flex>
      <Text margin="0" fontSize="sm" color="fg.muted">
        {isDone && `${t("welcome.done")} · `}
        {text}
      </Text>
      {children}
    </Flex>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild size="sm">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

const PANEL = {
  marginTop: "4",
  padding: "4",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "card",
  background: "bg.panel",
};

const STEPS = {
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(auto-fit, minmax(220px, 1fr))" },
  gap: "5",
  margin: "0",
  marginBlock: "4",
  padding: "0",
  listStyleType: "none",
};
