import { Box, Flex, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";

/** The steps of a request (T-22). */
const STEPS = 4;

/** How far a request of the person is: as many parts of a line as it has steps. */
export function StepLine({ step }: { step: number }) {
  const { t } = useTranslation("homeMore");
  return (
    <Flex as="span" gap="1" marginTop="1.5" align="center">
      {Array.from({ length: STEPS }, (_, index) => (
        <Box
          as="span"
          key={index}
          aria-hidden
          flex="1"
          height="1"
          borderRadius="full"
          background={index < step ? "accent" : "border"}
        />
      ))}
      <VisuallyHidden>{t("requests.step", { step, steps: STEPS })}</VisuallyHidden>
    </Flex>
  );
}
