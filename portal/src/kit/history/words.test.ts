import { describe, expect, it } from "vitest";
import document from "../../../openapi.json";
import english from "../../i18n/locales/en-us/history.json";

/** Every kind of event and object of the server has a text (both languages: locales.test.ts). */
describe("the words of the audit log", () => {
  it.each([
    ["kind", document.components.schemas.AuditKind.enum],
    ["object", document.components.schemas.ObjectKind.enum],
  ])("have every %s of the server", (prefix, names) => {
    expect(names.filter((name) => !(`${prefix}.${name}` in english))).toEqual([]);
  });

  /** Each change of a second factor is an entry of its own (src/audit/event.rs). */
  it("have every change of a second factor, and the wrong code", () => {
    const changes = [
      ...["authenticator_added", "authenticator_removed", "recovery_codes_made", "recovery_code_used"],
      ...["browser_remembered", "browser_forgotten", "reset"],
    ];
    const keys = [...changes.map((change) => `kind.factor.changed.${change}`), "detail.reason.wrong_code"];
    expect(keys.filter((key) => !(key in english))).toEqual([]);
  });
});
