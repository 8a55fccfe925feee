import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { needsStepUp } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { testProvider, type Check, type Provider } from "../queries";
import { wordOf } from "./open";

const LOOK = { good: "on", note: "waiting", fault: "failed" } as const;

/** Asks the provider at once, and says what each check has found. */
export function TestProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation("providers");
  const services = useServices();
  useErrand(wordOf("test", provider.id));
  const test = useMutation({
    mutationFn: () => testProvider(services, provider.id),
    onError: (error) => {
      // Another dialog asks for that.
      if (needsStepUp(error)) onClose();
    },
    meta: { ownMessage: true },
  });
  const begin = useEffectEvent(() => test.mutate());
  useEffect(() => begin(), []);
  const checks = test.data;
  return (
    <SideDrawer title={t("test.title", { name: provider.label })} reading onClose={onClose}>
      {checks ? (
        <>
          <Text role="status" margin="0" marginBottom="2" fontWeight="medium">
            {t(`test.${worst(checks)}`)}
          </Text>
          <Box asChild listStyleType="none" margin="0" padding="0">
            <ul>
              {checks.map((check) => (
                <OneCheck key={check.point} check={check} />
              ))}
            </ul>
          </Box>
          <Button marginTop="4" variant="outline" onClick={() => test.mutate()}>
            {t("test.again")}
          </Button>
        </>
      ) : (
        <NotThereYet error={test.error} onRetry={() => test.mutate()} lines={8} height="8" />
      )}
    </SideDrawer>
  );
}

/** What was checked, with its outcome beside it on every screen, and below them what is wrong. */
function OneCheck({ check: { point, outcome, found } }: { check: Check }) {
  const { t } = useTranslation("providers");
  return (
    <Box as="li" paddingBlock="3" borderTop="1px solid" borderColor="border" overflowWrap="anywhere">
      <Flex gap="3" justify="space-between">
        <Text margin="0" fontWeight="medium">
          {t(`point.${point}`)}
        </Text>
        <Box flexShrink="0">
          <StatusMark look={LOOK[outcome]}>{t(`outcome.${outcome}`)}</StatusMark>
        </Box>
      </Flex>
      {outcome !== "good" && (
        <Box marginTop="1" fontSize="sm" color="fg.muted">
          <Box>{t(`point.${point}.bad`)}</Box>
          <Box>{found}</Box>
        </Box>
      )}
    </Box>
  );
}

function worst(checks: Check[]): Check["outcome"] {
  const has = (outcome: Check["outcome"]) => checks.some((check) => check.outcome === outcome);
  return (["fault", "note"] as const).find(has) ?? "good";
}
