import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Part } from "../../../ui/part";
import { passkeysQuery, type PasskeyList } from "../passkey-queries";
import { PATHS } from "../paths";
import { factorsQuery, type Factors } from "../queries";

/** What of password, passkey and authenticator app the account has, and the way to the rest. */
export function SecuritySteps() {
  const { t } = useTranslation("account");
  const services = useServices();
  const factors = useQuery(factorsQuery(services));
  const passkeys = useQuery(passkeysQuery(services));
  if (!factors.data || !passkeys.data)
    return (
      <Part heading={t("steps")}>
        <NotThereYet
          error={factors.error ?? passkeys.error}
          onRetry={() => {
            if (factors.error) void factors.refetch();
            if (passkeys.error) void passkeys.refetch();
          }}
          lines={1}
          height="16"
        />
      </Part>
    );
  const steps = stepsOf(factors.data, passkeys.data);
  const done = steps.filter((step) => step.done).length;
  return (
    <Part heading={t("steps.some", { done, count: steps.length })}>
      {done < steps.length && (
        <Text margin="0" color="fg.muted">
          {t("steps.what")}
        </Text>
      )}
      <Flex as="ul" wrap="wrap" columnGap="5" rowGap="1" margin="0" marginBlock="3" padding="0">
        {steps.map((step) => (
          <Flex key={step.words} as="li" align="center" gap="1.5" fontSize="md" listStyleType="none">
            <Box asChild flexShrink="0" color={step.done ? "success" : "fg.muted"}>
              {step.done ? <CircleCheck size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            </Box>
            {t(step.words)}
          </Flex>
        ))}
      </Flex>
      <Button asChild variant="outline">
        <Link to={PATHS.security}>{t("steps.open")}</Link>
      </Button>
    </Part>
  );
}

/** A step that is not possible is left out: a password for people who sign in elsewhere, or passkeys on this server. */
function stepsOf({ hasPassword, authenticator }: Factors, { available, keys }: PasskeyList) {
  const hasPasskey = keys.length > 0;
  const hasApp = Boolean(authenticator);
  return [
    ...(hasPassword ? [{ done: true, words: "steps.password" } as const] : []),
    ...(available || hasPasskey
      ? [{ done: hasPasskey, words: hasPasskey ? "steps.passkey" : "steps.noPasskey" } as const]
      : []),
    { done: hasApp, words: hasApp ? "steps.app" : "steps.noApp" } as const,
  ];
}
