import { Button, Text } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { testVersion, type Version } from "../queries";

/** Asks the provider at once, and says in words what came back. */
export function TestVersion({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const test = useMutation({
    mutationFn: () => testVersion(services, version.id),
    meta: { ownMessage: true },
  });
  const begin = useEffectEvent(() => test.mutate());
  useEffect(() => begin(), []);
  const tested = test.isPending ? undefined : test.data;
  return (
    <SideDrawer title={t("test.title", { name: version.value })} reading onClose={onClose}>
      <Text margin="0" marginBottom="4" color="fg.muted">
        {t("test.what")}
      </Text>
      {tested ? (
        <>
          <Text role="status" margin="0" fontWeight="medium">
            <StatusMark look={tested.outcome === "answered" ? "on" : "failed"}>
              {t(`tested.${tested.outcome}`)}
            </StatusMark>
          </Text>
          <Text margin="0" marginTop="2">
            {t(`tested.${tested.outcome}.what`, { status: tested.status ?? "" })}
          </Text>
          <Button marginTop="4" variant="outline" onClick={() => test.mutate()}>
            {t("test.again")}
          </Button>
        </>
      ) : (
        <NotThereYet error={test.error} onRetry={() => test.mutate()} lines={3} height="8" />
      )}
    </SideDrawer>
  );
}
