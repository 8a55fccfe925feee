import { AgencyPicker } from "./agency-picker";
import { ChangeBrand } from "./change-brand";

/** What the person chooses: their agency, because they want to or have none yet, or their brand. */
export type Choosing = "agency" | "first-agency" | "brand";

export default function ChoosePlace({ choosing, onClose }: { choosing: Choosing; onClose: () => void }) {
  return choosing === "brand" ? (
    <ChangeBrand onClose={onClose} />
  ) : (
    <AgencyPicker first={choosing === "first-agency"} onClose={onClose} />
  );
}
