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
});
