import { i18n } from "../i18n/i18n";
import { ApiFailure } from "./failure";

/** The text for a failure: the server's message, else our own for its kind. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiFailure)) return i18n.t("ui:unexpected");
  if (error.message) return error.message;
  switch (error.kind) {
    case "network":
      return i18n.t("ui:network");
    case "busy":
      return i18n.t("ui:busy");
    case "needLogin":
      return i18n.t("ui:signedOut");
    case "denied":
      return i18n.t("ui:denied");
    default:
      return i18n.t("ui:unexpected");
  }
}
