import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import document from "../../../openapi.json";
import english from "../../i18n/locales/en-us/history.json";
import sentences from "../../i18n/locales/en-us/sentences.json";
import { blanksOf } from "./pieces";

const KINDS = document.components.schemas.AuditKind.enum;

/** Every kind of event and object of the server has a text (both languages: locales.test.ts). */
describe("the words of the audit log", () => {
  it.each([
    ["kind", KINDS],
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
    expect(changes.filter((change) => !(`says.factor.changed.${change}` in sentences))).toEqual([]);
  });
});

/** The details of each kind, from the server's own code. */
function detailsOf(): Map<string, string[]> {
  const kinds = readFileSync("../src/audit/event/kind.rs", "utf8");
  const events = readFileSync("../src/audit/event.rs", "utf8");
  const details = new Map<string, string[]>();
  for (const [, arm, kind] of kinds.matchAll(/((?:Self::\w+ \{[^}]*\}[\s|]*)+)=> "([\w.]+)"/g)) {
    const variants = [...arm!.matchAll(/Self::(\w+)/g)].map(([, variant]) => variant!);
    const fields = variants.flatMap((variant) => {
      const body = new RegExp(`^    ${variant} \\{([^]*?)\\},$`, "m").exec(events)?.[1] ?? "";
      return [...body.matchAll(/\b([a-z_]+): (?!:)/g)].map(([, name]) => name!);
    });
    details.set(kind!, fields);
  }
  return details;
}

/** What every entry may have, and what a sentence takes from the changes of an entry. */
const PARTS = ["actor", "account", "application", "object"];
const OF_CHANGES = ["field", "fields", "from", "to", "until"];

describe("the sentences of the audit log", () => {
  const details = detailsOf();
  const keys = Object.keys(sentences) as (keyof typeof sentences)[];
  /** The longest kind that the key begins with. */
  const kindOf = (key: string) =>
    KINDS.filter((kind) => key === `says.${kind}` || key.startsWith(`says.${kind}.`)).sort(
      (a, b) => b.length - a.length,
    )[0];

  it("know the details of every kind", () => {
    expect(KINDS.filter((kind) => !details.has(kind))).toEqual([]);
    expect(details.get("group.member_added")).toEqual(["until"]);
    expect(details.get("token.granted")).toContain("count");
  });

  it("say what every kind of the server is", () => {
    expect(KINDS.filter((kind) => !(`says.${kind}` in sentences))).toEqual([]);
    const others = keys.filter((key) => !/^(who|gone|says\.changed)\./.test(key));
    expect(others.filter((key) => !kindOf(key))).toEqual([]);
  });

  it("have only blanks that their kind fills", () => {
    const wrong = keys.flatMap((key) => {
      const kind = kindOf(key);
      const of = kind ? details.get(kind)! : ["changes"];
      const filled = [
        ...PARTS,
        ...of,
        ...(of.includes("changes") ? OF_CHANGES : []),
        ...(kind && /^(request|agency)\./.test(kind) ? ["wanted"] : []),
      ];
      return blanksOf(sentences[key])
        .filter((blank) => !filled.includes(blank))
        .map((blank) => `${key}: ${blank}`);
    });
    expect(wrong).toEqual([]);
  });
});
