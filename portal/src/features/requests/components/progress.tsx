import { Box, Flex, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { inBrackets } from "../../../i18n/marks";
import { FORCED } from "../../../theme/forced-colors";
import type { Request } from "../queries";

const STEPS = ["submit application", "manual audit", "email confirmation", "complete"] as const;

/** How a request ends without a membership. */
const ENDS = ["refused", "withdrawn", "timed_out"] as const;

/**
 * D-27, T-22: the four steps of a request in a line, and where it stands in words. A request that was not approved says so
 * instead of "complete". The email is sent with the decision, so nobody has to confirm (F-52).
 */
export function Progress({ request: { step, state } }: { request: Pick<Request, "step" | "state"> }) {
  const { t } = useTranslation("requests");
  const end = ENDS.find((one) => one === state);
  // A refusal comes after the second step.
  const reached = end ? 2 : step;
  const over = step === STEPS.length;
  const last = STEPS[reached - 1];
  return (
    // The hidden texts must not reach beyond a list that scrolls.
    <Box position="relative" whiteSpace="nowrap">
      <Flex as="ol" align="center" margin="0" padding="0" listStyleType="none">
        {STEPS.slice(0, end ? reached : STEPS.length).map((name, index) => {
          const now = index + 1 === reached && !over;
          const done = index + 1 < reached || over;
          return (
            <Flex
              as="li"
              key={name}
              align="center"
              css={
                index > 0
                  ? { _before: { ...LINE, background: done || now ? "accent" : "border.control" } }
                  : {}
              }
              {...(now && { "aria-current": "step" as const })}
            >
              <Box
                boxSize="2.5"
                borderRadius="full"
                border="2px solid"
                borderColor={done || now ? "accent" : "border.control"}
                css={done ? { background: "accent", ...FORCED } : {}}
              />
              <VisuallyHidden>
                {t(name)}
                {done && inBrackets(t("step.done"))}
              </VisuallyHidden>
            </Flex>
          );
        })}
      </Flex>
      <Box fontSize="sm" marginTop="1" {...(!end && { "aria-hidden": true })}>
        {end ? t(`end.${end}`) : last && t(last)}
      </Box>
    </Box>
  );
}

/** Between two dots. */
const LINE = { content: '""', width: "5", height: "2px" };
