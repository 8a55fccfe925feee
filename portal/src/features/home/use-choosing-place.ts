import { useEffect, useSyncExternalStore } from "react";
import { useUser } from "../../access/user";
import type { Choosing } from "../../kit/place/choose-place";

/** What the person wants to choose, or "nothing" once they have put the dialog away, until they leave home. */
let wanted: Choosing | "nothing" | undefined;
const listeners = new Set<() => void>();

function want(next: typeof wanted) {
  wanted = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is chosen in a dialog; without a wish, people without an agency are asked for it. */
function useChoosing(): Choosing | undefined {
  const agency = useUser()?.agencyId;
  const choosing =
    useSyncExternalStore(subscribe, () => wanted) ?? (agency === "" ? "first-agency" : "nothing");
  return choosing === "nothing" ? undefined : choosing;
}

/** True while home asks for the agency or client, or may still do: the person has not arrived yet. */
export function useAsksForPlace(): boolean {
  const choosing = useChoosing();
  return useUser()?.agencyId === undefined || choosing !== undefined;
}

/** What the person chooses in a dialog of home. People without an agency are asked for it, once per visit (G-32). */
export function useChoosingPlace() {
  useEffect(() => () => want(undefined), []);
  return {
    choosing: useChoosing(),
    choose: (choosing: Choosing) => want(choosing),
    close: () => want("nothing"),
  };
}
