import { Box, Flex, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Strength } from "../strength";

type Estimate = (password: string, about: readonly string[]) => Strength;

/** How much of the bar is filled, and its colour. */
const LOOKS = {
  weak: [1, "danger"],
  fair: [2, "warning"],
  good: [3, "success"],
  strong: [4, "success"],
} as const;
const STEPS = [1, 2, 3, 4];

interface PasswordStrengthProps {
  password: string;
  /** Words of the person, such as the account name. */
  about: readonly string[];
}

/**
 * Says how strong and how long a password is while it is typed, in a bar and in words. The server decides what it takes.
 */
export function PasswordStrength({ password, about }: PasswordStrengthProps) {
  const { t } = useTranslation("account");
  const estimate = useEstimate();
  const strength = password && estimate ? estimate(password, about) : undefined;
  const [filled, colour] = strength ? LOOKS[strength] : [0, ""];
  return (
    <Box>
      <Flex aria-hidden gap="1">
        {STEPS.map((step) => (
          <Box
            key={step}
            flex="1"
            height="1"
            borderRadius="full"
            background={step <= filled ? colour : "border"}
          />
        ))}
      </Flex>
      <Flex justify="space-between" gap="3" marginTop="1" minHeight="5" fontSize="sm" color="fg.muted">
        <Text aria-live="polite" margin="0">
          {strength && t(`strength.${strength}`)}
        </Text>
        {/* Not read out: the field says its rule, and a number after each letter would only disturb. */}
        <Text aria-hidden margin="0" flexShrink="0" fontVariantNumeric="tabular-nums">
          {password && t("strength.length", { count: Array.from(password).length })}
        </Text>
      </Flex>
    </Box>
  );
}

/** Loads the code that estimates; without it the field works too. */
function useEstimate(): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    import("../strength").then(
      ({ strengthOf }) => setEstimate(() => strengthOf),
      () => undefined,
    );
  }, []);
  return estimate;
}
