import { i18n } from "../i18n/i18n";
import { ApiFailure } from "./failure";

/** What to say of a failure: the server's own words when it gave any, else ours for its kind. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiFailure)) return i18n.t("ui:unexpected");
  if (error.message) return error.message;
  switch (error.kind) {
    case "network":
      return i18n.t("ui:network");
    case "busy":
      return i18n.t("ui:busy");
    case "denied":
      return i18n.t("ui:denied");
    default:
      return i18n.t("ui:unexpected");
  }
}
