import { useEffect, useState, useSyncExternalStore } from "react";
import { useUser } from "../../access/user";
import type { Choosing } from "../../kit/place/choose-place";

/** True once the person has put the question for an agency away, until they leave home. */
let isPutAway = false;
const listeners = new Set<() => void>();

function putAway(now: boolean) {
  isPutAway = now;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while home asks for the agency, or may still do: the person has none, or has not arrived yet. */
export function useAsksForAgency(): boolean {
  const away = useSyncExternalStore(subscribe, () => isPutAway);
  const agency = useUser()?.agencyId;
  return agency === undefined || (agency === "" && !away);
}

/** What the person chooses in a dialog. People without an agency are asked for it, once per visit (G-32). */
export function useChoosingPlace() {
  const user = useUser();
  const [chosen, setChosen] = useState<Choosing | "nothing">();
  useEffect(() => () => putAway(false), []);
  const choosing = chosen ?? (user?.agencyId === "" ? "first-agency" : "nothing");
  return {
    choosing: choosing === "nothing" ? undefined : choosing,
    choose: (wanted: Choosing) => setChosen(wanted),
    close: () => {
      setChosen("nothing");
      putAway(true);
    },
  };
}
