import { Button } from "@chakra-ui/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathOf } from "../../address/base";
import { SignInLoop } from "../../api/session/failures";
import { useServices } from "../../api/services";
import { proofOf } from "../../api/session/proof";
import { answerStepUp, onStepUp, stepUpAsked, type Asked } from "../../api/step-up";
import { BusyButton } from "../../ui/busy-button";
import { DialogFrame } from "../../ui/dialog-frame";
import { showToast } from "../../ui/toast/toast-store";

/**
 * Asks the person to confirm who they are, if the server wants a newer or stronger proof (RFC 9470): the sign-in leads back
 * to this page and to what they were doing, or opens in another tab if this one has typed work.
 */
export default function StepUpDialog() {
  const { session } = useServices();
  const asked = useSyncExternalStore(onStepUp, stepUpAsked);
  // The same person has signed in from another tab.
  useEffect(
    () => session.onLapse(() => stepUpAsked()?.waits && session.lapse() === undefined && answerStepUp(true)),
    [session],
  );
  return asked ? <Question asked={asked} /> : null;
}

const cancel = () => answerStepUp(false);

function Question({ asked: { challenge, word, waits } }: { asked: Asked }) {
  const { t } = useTranslation(["lapse", "shell", "ui"]);
  return (
    <DialogFrame
      role="alertdialog"
      title={t("lapse:proof.title")}
      onClose={cancel}
      footer={
        <>
          <Button variant="outline" onClick={cancel}>
            {t("ui:cancel")}
          </Button>
          {waits ? (
            <Button asChild data-autofocus>
              <Link
                to={`/account/confirm?${new URLSearchParams({ ...proofOf(challenge) })}`}
                target="_blank"
                rel="noopener"
              >
                {t("lapse:proof.newTab")}
              </Link>
            </Button>
          ) : (
            <ConfirmHere challenge={challenge} word={word} />
          )}
        </>
      }
    >
      {t(waits ? "lapse:proof.work" : "lapse:proof.why")}
    </DialogFrame>
  );
}

function ConfirmHere({ challenge, word }: Pick<Asked, "challenge" | "word">) {
  const { t } = useTranslation(["lapse", "shell"]);
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
    <BusyButton data-autofocus busy={busy} onClick={confirm}>
      {t("lapse:proof.confirm")}
    </BusyButton>
  );
}
