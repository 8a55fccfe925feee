import { Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { makeSecret, NAMES } from "../queries";
import type { ApplicationName, Open } from "./application-actions";

interface LostSecretProps {
  application: ApplicationName;
  /** Added just now, so that nobody at all has seen the secret. */
  isNew: boolean;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** Says that the only answer with the secret was lost, and makes a new secret. */
export function LostSecret({ application, isNew, onOpen, onClose }: LostSecretProps) {
  const { t } = useTranslation(["applications", "ui"]);
  const services = useServices();
  const may = useCan()("operation_access.ApplicationManagement.ApplicationList.secret");
  const { client_id: clientId, name } = application;
  const act = useAct(
    () =>
      makeSecret(services, clientId, !isNew, ({ secret }) => {
        if (secret) onOpen({ what: "secret", name, secret });
      }),
    { done: t("applications:secret.done"), refresh: NAMES },
  );
  return (
    <DialogFrame
      role="alertdialog"
      title={isNew ? t("applications:lost.added", { name }) : t("applications:lost.saved", { name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {may && (
            <BusyButton data-autofocus busy={act.busy} onClick={() => void act.run()}>
              {t("applications:secret.make")}
            </BusyButton>
          )}
        </>
      }
    >
      {isNew ? t("applications:lost.addedText") : t("applications:lost.savedText")}
      <Text marginTop="3" marginBottom="0" color="fg.muted">
        {may ? t("applications:lost.make") : t("applications:lost.ask")}
      </Text>
    </DialogFrame>
  );
}
