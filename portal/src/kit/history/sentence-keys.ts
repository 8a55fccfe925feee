import type { components } from "../../api/schema";

type Entry = components["schemas"]["AuditEntry"];
type Change = Entry["changes"][number];

/** Longer values are only in the details. */
const LONGEST = 60;
/** More things of one value are only in the details. */
export const MOST_THINGS = 3;

/**
 * The names of the sentences that fit the entry, the most precise first. The first one counts whose blanks all have something.
 * `.own`: people did it themselves. `.with` has more blanks than the sentence itself, `.plain` has fewer.
 */
export function sentenceKeys(entry: Entry): string[] {
  const { kind } = entry;
  const what = whatOf(entry);
  const own = isOwn(entry);
  const precise = what === undefined ? [] : [...(own ? [`${kind}.${what}.own`] : []), `${kind}.${what}`];
  const bases = [...precise, ...(own ? [`${kind}.own`] : []), kind];
  return [...keysOfChanges(entry), ...bases.flatMap((base) => [`${base}.with`, base, `${base}.plain`])];
}

/** The change that a sentence about one change shows. */
export function shownChange({ kind, changes }: Entry): Change | undefined {
  if (kind === "account.stand_in") return changes.find(({ field }) => field === "stand_in");
  return changes[0];
}

function isOwn({ actor, account, application }: Entry): boolean {
  return actor ? actor.id === account?.id || actor.id === application?.id : false;
}

/** How the thing changed, or how it ended, by the name in the sentences. */
function whatOf({ kind, detail, changes }: Entry): string | undefined {
  const changed = (name: string) => changes.find(({ field }) => field === name);
  if (kind === "account.stand_in") {
    const named = changed("stand_in");
    if (!named) return undefined;
    return named.to ? "named" : "ended";
  }
  if (kind === "group.member_changed") {
    const status = changed("status")?.to;
    if (status === "disabled") return "ended";
    if (status === "enabled") return "again";
    const end = changed("ends_on");
    return end && (end.to ? "until" : "unlimited");
  }
  if (kind === "token.granted") return detail.count === undefined ? undefined : "counted";
  if (detail.delivered === false) return "false";
  const words = [detail.change, detail.outcome, detail.state, kind === "request.made" && detail.kind];
  const more = [kind === "password.changed" && detail.by, kind === "token.revoked" && detail.token];
  return [...words, ...more].find((word): word is string => typeof word === "string");
}

/** The sentences about changed fields. */
function keysOfChanges(entry: Entry): string[] {
  const { kind, object, detail, changes } = entry;
  const change = changes[0];
  if (!change || !object || detail.change !== "updated") return [];
  if (kind === "account.changed" && isOwn(entry)) return ["changed.own"];
  if (changes.length > 1) return ["changed.many"];
  if (!change.recorded || isLong(change)) return ["changed.plain"];
  const { field, from, to } = change;
  const own = [`changed.${field}`, `changed.${field}.set`];
  const side = /_(added|removed)$/.exec(field)?.[1];
  if (side) return [...own, `changed.${side}`];
  if (from && to) return [...own, "changed.one"];
  return [...own, to ? "changed.set" : "changed.cleared"];
}

/** Whether the sentence has the values of both changed fields. With more fields, only the details have values. */
export function showsBoth(entry: Entry): boolean {
  return entry.changes.length === 2 && !(entry.kind === "account.changed" && isOwn(entry));
}

/** The name of the words for one of several changed fields. */
export function partOf(change: Change): "plain" | "added" | "removed" | "one" | "set" | "cleared" {
  const { field, from, to, recorded } = change;
  if (!recorded || isLong(change)) return "plain";
  const side = /_(added|removed)$/.exec(field)?.[1];
  if (side) return side as "added" | "removed";
  if (from && to) return "one";
  return to ? "set" : "cleared";
}

function isLong({ from, to, fromThings = [], toThings = [] }: Change): boolean {
  if (fromThings.length > MOST_THINGS || toThings.length > MOST_THINGS) return true;
  if (fromThings.length > 0 || toThings.length > 0) return false;
  return [from, to].some((text) => text && (text.length > LONGEST || text.includes("\n")));
}
