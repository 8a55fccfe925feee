import { Button } from "@chakra-ui/react";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { pathOf } from "../../address/base";
import { SignInLoop } from "../../api/session/failures";
import { useServices } from "../../api/services";
import { closeStepUp, onStepUp, stepUpAsked, type Errand } from "../../api/step-up";
import { BusyButton } from "../../ui/busy-button";
import { DialogFrame } from "../../ui/dialog-frame";
import { showToast } from "../../ui/toast/toast-store";

/**
 * Asks the person to confirm who they are, if the server wants a newer or stronger proof (RFC 9470): the sign-in leads back
 * to this page and to what they were doing.
 */
export default function StepUpDialog() {
  const errand = useSyncExternalStore(onStepUp, stepUpAsked);
  return errand ? <Asked errand={errand} /> : null;
}

function Asked({ errand }: { errand: Errand }) {
  const { t } = useTranslation(["proof", "shell", "ui"]);
  const { session } = useServices();
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    session.begin(pathOf(location), errand).catch((error: unknown) => {
      setBusy(false);
      showToast({
        tone: "warning",
        text: error instanceof SignInLoop ? t("shell:signIn.loop") : t("proof:failed"),
      });
    });
  };
  return (
    <DialogFrame
      role="alertdialog"
      title={t("proof:title")}
      onClose={closeStepUp}
      footer={
        <>
          <Button variant="outline" onClick={closeStepUp}>
            {t("ui:cancel")}
          </Button>
          <BusyButton data-autofocus busy={busy} onClick={confirm}>
            {t("proof:confirm")}
          </BusyButton>
        </>
      }
    >
      {t("proof:why")}
    </DialogFrame>
  );
}
