import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType, type LinkProps } from "react-router";
import { PUSHED } from "./pushed";

interface Options<Open, View extends string> {
  /** The parameter that holds the id of what is open, such as `account`. */
  name: string;
  /** What can be open about it by its address. A link without `view` opens the first. */
  views: readonly View[];
  /** A link without one of the `views` opens nothing, because they are decisions. */
  named?: boolean;
  /** The id of what is open; undefined if it is about nothing yet. */
  idOf: (open: Open) => string | undefined;
  /** What opens without an id: `?new` for an empty name, else `?view=` with the name. Empty if the reader may not. */
  fresh?: Record<string, Open | undefined>;
  /** What is open at first, whatever the address says: what a sign-in has interrupted. */
  first?: () => Open | undefined;
}

/** What the address names before its row is known. */
export interface Asked<View extends string> {
  id: string;
  view: View;
}

export interface Opened<Open, View extends string = string> {
  open: Open | undefined;
  /** For `OpenedParts`, which finds the row. */
  asked: Asked<View> | undefined;
  onOpen: (open: Open) => void;
  onClose: () => void;
  /** The properties of a link that opens it. */
  linkTo: (open: Open) => Pick<LinkProps, "to" | "state">;
}

/**
 * What is open beside a list. It stands in the address, so that a link shows it, a reload keeps it and Back closes it.
 * Questions, and all that the `views` do not have, are known to this page alone.
 */
export function useOpened<Open extends { what: string }, View extends string>({
  name,
  views,
  named = false,
  idOf,
  fresh = {},
  first = () => undefined,
}: Options<Open, View>): Opened<Open, View> {
  const location = useLocation();
  const { search, key } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const how = useNavigationType();
  const [last, setLast] = useState(() => {
    const open = first();
    return open && { open, place: "", under: "", key, leaving: false };
  });
  const [left, setLeft] = useState<string>();
  // Forward leads to the same place of the history again.
  if (left !== undefined && left !== key) setLeft(undefined);
  const now = useRef({ key, leaving: "" });
  useEffect(() => {
    now.current = { key, leaving: "" };
  }, [key]);

  const params = new URLSearchParams(search);
  const id = params.get(name);
  const wanted = params.get("view");
  const view = views.find((one) => one === wanted) ?? (named ? undefined : views[0]);
  const isAbout = id !== null && view !== undefined;
  const added = params.has("new") ? "" : wanted;
  const place = isAbout ? placeOf(view, id) : added === null ? "" : freshPlace(added);

  // The address has left it: Forward shows the row as it is by then.
  if (last?.place && !last.leaving && key !== last.key && place !== last.place) setLast(undefined);

  /** The parameters of what is open; empty for a question. */
  function placeOf(what: string, of: string | undefined): string {
    if (of !== undefined) {
      const known = views.indexOf(what as View);
      if (known < 0) return "";
      return new URLSearchParams({ [name]: of, ...((named || known > 0) && { view: what }) }).toString();
    }
    const entry = Object.entries(fresh).find(([, one]) => one?.what === what);
    return entry ? freshPlace(entry[0]) : "";
  }
  const searchWith = (of: string) => {
    const rest = new URLSearchParams(search);
    for (const one of [name, "view", "new"]) rest.delete(one);
    const whole = [rest.toString(), of].filter(Boolean).join("&");
    return whole && `?${whole}`;
  };
  const leaving = left === key;
  /** Whether the last one is still open: a question until a step back, all else while the address names it. */
  const stays = () => {
    if (!last) return false;
    if (last.place) return !leaving && last.place === place;
    const wentBack = how === NavigationType.Pop && key !== last.key && !last.leaving;
    return !wentBack && last.under === (leaving ? "" : place);
  };
  const current = () => {
    if (stays()) return last?.open;
    return leaving || isAbout || added === null ? undefined : fresh[added];
  };
  const open = current();
  return {
    open,
    asked: open || !isAbout || leaving ? undefined : { id, view },
    onOpen: (next) => {
      const to = placeOf(next.what, idOf(next));
      // The address may still be on its way back from what was closed.
      const under = leaving ? "" : place;
      setLast({ open: next, place: to, under, key, leaving });
      if (to) setLeft(undefined);
      if (!to || to === under) return;
      // What opens from a drawer takes its place, so that one step back leads to the list.
      const push = under ? { replace: true, state } : { state: PUSHED };
      void navigate({ search: searchWith(to) }, push);
    },
    onClose: () => {
      setLast(undefined);
      // Somebody has gone back meanwhile, or closes it twice.
      if (!place || now.current.key !== key || now.current.leaving === key) return;
      now.current.leaving = key;
      setLeft(key);
      if (isPushed(state)) void navigate(-1);
      else void navigate({ search: searchWith("") }, { replace: true });
    },
    linkTo: (next) => ({ to: { search: searchWith(placeOf(next.what, idOf(next))) }, state: PUSHED }),
  };
}

function freshPlace(name: string): string {
  return name ? `view=${name}` : "new=";
}

function isPushed(state: unknown): boolean {
  return typeof state === "object" && state !== null && "opened" in state;
}
