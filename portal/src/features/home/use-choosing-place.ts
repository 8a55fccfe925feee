import { useState } from "react";
import { useUser } from "../../access/user";
import type { Choosing } from "../../kit/place/choose-place";

/** What the person chooses in a dialog. People without an agency are asked for it, once per visit (G-32). */
export function useChoosingPlace() {
  const user = useUser();
  const [chosen, setChosen] = useState<Choosing | "nothing">();
  const choosing = chosen ?? (user?.agencyId === "" ? "first-agency" : "nothing");
  return {
    choosing: choosing === "nothing" ? undefined : choosing,
    choose: (wanted: Choosing) => setChosen(wanted),
    close: () => setChosen("nothing"),
  };
}
