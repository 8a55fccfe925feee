import { Box, Flex } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Request } from "../queries";

const STEPS = ["submit application", "manual audit", "email confirmation", "complete"] as const;

/**
 * D-27, T-22: the four steps of a request, and only the last one when it is over. The email is sent with the decision,
 * so nobody has to confirm (F-52).
 */
export function Progress({ request }: { request: Pick<Request, "step"> }) {
  const { t } = useTranslation("requests");
  const over = request.step === STEPS.length;
  return (
    <Flex as="ol" direction="column" gap="1" margin="0" padding="0" listStyleType="none" fontSize="sm">
      {STEPS.map((step, index) => {
        const number = index + 1;
        if (over && number < request.step) return null;
        const done = number < request.step || over;
        const now = number === request.step && !done;
        return (
          <Flex
            as="li"
            key={step}
            align="center"
            gap="2"
            whiteSpace="nowrap"
            color={now ? "fg" : "fg.muted"}
            fontWeight={now ? "medium" : "normal"}
            {...(now && { "aria-current": "step" as const })}
          >
            <Flex width="4" justify="center" flexShrink="0">
              {done ? (
                <Check size={14} aria-label={t("step.done")} />
              ) : (
                <Box
                  width="2"
                  height="2"
                  borderRadius="full"
                  background={now ? "accent" : "border.control"}
                />
              )}
            </Flex>
            {t(step)}
          </Flex>
        );
      })}
    </Flex>
  );
}
