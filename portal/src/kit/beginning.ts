import { useLocation } from "react-router";

/** What the form for something new begins with, by what it adds. */
interface Beginnings {
  product: { name: string; appName: string; link: string; applicationId: string };
  group: { appId: number; appName: string };
}

/**
 * The state of a link that opens the form of another page (`?new`): what the reader has typed before stands in it. It
 * is in the history of the browser, not in the address, so that no link of a stranger fills in a form.
 */
export function beginsWith<Kind extends keyof Beginnings>(kind: Kind, value: Beginnings[Kind]) {
  return { begins: { [kind]: value } };
}

/** What the link to this page has handed on for a new thing of this kind. */
export function useBeginning<Kind extends keyof Beginnings>(kind: Kind): Beginnings[Kind] | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("begins" in state)) return undefined;
  // Only our own links write this state.
  return (state.begins as Partial<Pick<Beginnings, Kind>>)[kind];
}
