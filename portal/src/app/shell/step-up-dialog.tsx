import { Button } from "@chakra-ui/react";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { pathOf } from "../../address/base";
import { SignInLoop } from "../../api/session/failures";
import { useServices } from "../../api/services";
import { proofOf } from "../../api/session/proof";
import { askStepUp, onStepUp, stepUpAsked, type Asked } from "../../api/step-up";
import { BusyButton } from "../../ui/busy-button";
import { DialogFrame } from "../../ui/dialog-frame";
import { showToast } from "../../ui/toast/toast-store";

/**
 * Asks the person to confirm who they are, if the server wants a newer or stronger proof (RFC 9470): the sign-in leads back
 * to this page and to what they were doing.
 */
export default function StepUpDialog() {
  const asked = useSyncExternalStore(onStepUp, stepUpAsked);
  return asked ? <Question asked={asked} /> : null;
}

const close = () => askStepUp();

function Question({ asked: { challenge, word } }: { asked: Asked }) {
  const { t } = useTranslation(["lapse", "shell", "ui"]);
  const { session } = useServices();
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    session.begin(pathOf(location), { proof: proofOf(challenge), word }).catch((error: unknown) => {
      setBusy(false);
      showToast({
        tone: "warning",
        text: error instanceof SignInLoop ? t("shell:signIn.loop") : t("lapse:proof.failed"),
      });
    });
  };
  return (
    <DialogFrame
      role="alertdialog"
      title={t("lapse:proof.title")}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t("ui:cancel")}
          </Button>
          <BusyButton data-autofocus busy={busy} onClick={confirm}>
            {t("lapse:proof.confirm")}
          </BusyButton>
        </>
      }
    >
      {t("lapse:proof.why")}
    </DialogFrame>
  );
}
