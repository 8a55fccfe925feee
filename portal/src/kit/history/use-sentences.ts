import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import { useAuditWords, type AuditEntry, type AuditObject, type AuditParty } from "./audit-words";
import { capitalised, filled, textOf, type Piece } from "./pieces";
import { partOf, sentenceKeys, showsBoth, shownChange } from "./sentence-keys";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What happened, as a sentence with names: "Chloe Manager added 李伟 to Brand team until 28 Dec 2026". */
export function useSentences() {
  const { i18n } = useTranslation("sentences");
  const words = useAuditWords();
  const { day, list, number } = useFormats();
  const texts = i18n.getResourceBundle(i18n.language, "sentences") as Record<string, string | undefined>;
  const named = (text: string | undefined): Piece[] | undefined => (text ? [{ text }] : undefined);

  const thing = (object: AuditObject | null | undefined): Piece[] | undefined => {
    if (!object) return undefined;
    const { kind, id, name, now } = object;
    const text = name ?? (kind === "account" ? texts["gone.account"] : id);
    return named(text)?.map((piece) => (now ? { ...piece, thing: { kind, id, now } } : piece));
  };
  const party = (one: AuditParty | null | undefined): Piece[] | undefined => {
    if (!one) return undefined;
    const { kind, id, name, now } = one;
    if (kind === "cli" || kind === "server") return named(texts[`who.${kind}`]);
    const text = name ?? (UUID.test(id) ? texts["who.gone"] : id);
    const link = now ? { kind: kind === "account" ? "account" : "client", id, now } : undefined;
    return named(text)?.map((piece) => (link ? { ...piece, thing: link } : piece));
  };
  const value = (text: string | null | undefined, things: AuditObject[] = []): Piece[] | undefined => {
    if (things.length > 0) {
      const between = (at: number) => {
        if (i18n.language === "zh-cn") return "、";
        return at === things.length - 1 ? " and " : ", ";
      };
      return things.flatMap((one, at) => [
        ...(at > 0 ? [{ text: between(at) }] : []),
        ...(thing(one) ?? [{ text: one.id }]),
      ]);
    }
    if (!text) return undefined;
    return named(DAY.test(text) ? day(text) : words.value(text));
  };

  const next = i18n.language === "zh-cn" ? "；" : "; ";
  /** One of two changed fields, with its values. */
  const part = (change: AuditEntry["changes"][number]): Piece[] => {
    const field = words.field(change.field);
    const pieces = filled(texts[`says.changed.part.${partOf(change)}`] ?? "", (blank) => {
      if (blank === "field") return named(field);
      return blank === "from" ? value(change.from, change.fromThings) : value(change.to, change.toThings);
    });
    return (pieces ?? [{ text: field }]).map((piece) => ({ name: false, ...piece }));
  };

  const fillOf = (entry: AuditEntry) => (blank: string) => {
    const { detail, changes } = entry;
    const change = shownChange(entry);
    const changed = (name: string) => changes.find(({ field }) => field === name)?.to;
    const written = (name: string) => (typeof detail[name] === "string" ? detail[name] : undefined);
    switch (blank) {
      case "actor":
        return party(entry.actor) ?? named(texts["who.none"]);
      case "account":
        return party(entry.account);
      case "application":
        return party(entry.application);
      case "object":
        return thing(entry.object);
      case "wanted":
        return thing(entry.wanted);
      case "field":
        return named(change && words.field(change.field));
      case "fields":
        return showsBoth(entry)
          ? changes.flatMap((one, at) => [...(at > 0 ? [{ text: next, name: false }] : []), ...part(one)])
          : named(list(changes.map(({ field }) => words.field(field))));
      case "from":
        return change ? value(change.from, change.fromThings) : named(written("from"));
      case "to":
        return change ? value(change.to, change.toThings) : named(written("to"));
      case "until":
        return value(written("until") ?? changed("ends_on") ?? changed("absent_until"));
      case "count":
        return typeof detail.count === "number" ? named(number(detail.count)) : undefined;
      case "of":
        return named(words.kind(written("of") ?? ""));
      default:
        return detail[blank] ? named(words.detail(blank, detail[blank])[1]) : undefined;
    }
  };

  const sentence = (entry: AuditEntry): Piece[] => {
    for (const key of sentenceKeys(entry)) {
      const text = texts[`says.${key}`];
      const pieces = text && filled(text, fillOf(entry));
      if (pieces) return capitalised(pieces);
    }
    return [{ text: words.event(entry) }];
  };
  return {
    sentence,
    text: (entry: AuditEntry) => textOf(sentence(entry)),
    /** The reason of a refusal, typed or of the program. */
    reason: ({ detail: { reason } }: AuditEntry) =>
      typeof reason === "string" && reason ? words.detail("reason", reason)[1] : undefined,
  };
}
