import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { needsStepUp } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { makePasskey } from "../passkey-queries";

/** One new key of the browser at a time. Leaving the page ends the request. */
export function useNewPasskey() {
  const services = useServices();
  const words = useWords();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  // The mutation itself is pending only after the press, when the server may have answered already.
  const [waits, setWaits] = useState(false);
  const making = useMutation({
    mutationFn: () => {
      const stopping = new AbortController();
      stop.current = stopping;
      return makePasskey(services, stopping.signal);
    },
    meta: { ownMessage: true },
  });
  return {
    begin: () => {
      setWaits(true);
      making.mutate(undefined, { onSettled: () => setWaits(false) });
    },
    waits,
    made: making.data,
    failure: making.error ? words(making.error) : "",
    end: making.reset,
  };
}

/** What went wrong and what to do, by the errors of WebAuthn Level 3, section 5.1.3. */
function useWords() {
  const { t } = useTranslation("account");
  return (error: Error): string => {
    // The portal asks for that.
    if (needsStepUp(error)) return "";
    if (!(error instanceof DOMException)) return failureText(error);
    switch (error.name) {
      case "AbortError":
        return "";
      case "NotAllowedError":
        return t("passkeys.cancelled");
      case "InvalidStateError":
        return t("passkeys.known");
      case "NotSupportedError":
      case "ConstraintError":
        return t("passkeys.unable");
      default:
        return t("passkeys.failed");
    }
  };
}
