import { useNavigate } from "react-router";
import { addressOf } from "../../address/base";
import type { PaletteEntry } from "./entry";

/** Does what an entry does, here or in a new tab, and closes the palette. */
export function useChoose(close: () => void) {
  const navigate = useNavigate();
  return ({ choice }: PaletteEntry, elsewhere: boolean) => {
    if (!choice) return;
    if ("run" in choice) {
      if (!choice.stays) close();
      choice.run();
    } else if ("tab" in choice || elsewhere) {
      close();
      window.open("tab" in choice ? choice.tab : addressOf(choice.page), "_blank", "noopener,noreferrer");
    } else {
      close();
      void navigate(choice.page);
    }
  };
}
