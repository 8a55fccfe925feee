import { Button } from "@chakra-ui/react";
import { RefreshCw, TriangleAlert, UserX, WifiOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BASE } from "../../address/base";
import { requestIdOf } from "../../api/failure";
import { SignInLoop, UnknownCallback } from "../../api/session/failures";
import { callbackError, SessionOver } from "../../api/session/protocol";
import { BusyButton } from "../../ui/busy-button";
import { Notice } from "../../ui/notice";
import { ChunkLoadError } from "../../ui/lazy/chunk-load-error";
import { ConnectionLost } from "../../ui/lazy/connection-lost";
import { reachable } from "../../ui/lazy/reachable";
import { showToast } from "../../ui/toast/toast-store";

interface FailedViewProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces a page that failed. It says what failed, why, and what to do. */
export function FailedView({ error, onRetry }: FailedViewProps) {
  const { t } = useTranslation("shell");
  const signIn = signInText(error);
  if (signIn) {
    return (
      <Notice as="page" icon={UserX} heading={t("signIn.failedHeading")} text={t(signIn)}>
        <Button onClick={() => location.assign(`${BASE}/`)}>{t("signIn.again")}</Button>
      </Notice>
    );
  }
  if (error instanceof ConnectionLost) return <LostConnection />;
  if (error instanceof ChunkLoadError) {
    return (
      <Notice as="page" icon={RefreshCw} heading={t("outdated.heading")} text={t("outdated.text")}>
        <Button onClick={() => location.reload()}>{t("outdated.reload")}</Button>
      </Notice>
    );
  }
  const requestId = requestIdOf(error);
  return (
    <Notice
      as="page"
      icon={TriangleAlert}
      heading={t("failed.heading")}
      text={requestId ? t("failed.text") : t("failed.textNoId")}
      requestId={requestId}
    >
      <Button onClick={onRetry}>{t("failed.retry")}</Button>
    </Notice>
  );
}

/** Reloads only if the server answers, because otherwise the browser would show its own error page. */
function LostConnection() {
  const { t } = useTranslation(["shell", "ui"]);
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    if (await reachable()) {
      location.reload();
      return;
    }
    setBusy(false);
    showToast({ tone: "warning", text: t("ui:network") });
  };
  return (
    <Notice as="page" icon={WifiOff} heading={t("shell:lost.heading")} text={t("shell:lost.text")}>
      <BusyButton busy={busy} onClick={() => void retry()}>
        {t("shell:failed.retry")}
      </BusyButton>
    </Notice>
  );
}

function signInText(error: unknown) {
  // Nothing is kept either, so any error may have this cause.
  if (!navigator.cookieEnabled) return "signIn.cookies";
  if (error instanceof SignInLoop) return "signIn.loop";
  if (error instanceof UnknownCallback || error instanceof SessionOver) return "signIn.failed";
  const code = callbackError(error);
  if (code === undefined) return undefined;
  return code === "access_denied" ? "signIn.cancelled" : "signIn.failed";
}
