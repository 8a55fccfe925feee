import { loadTexts } from "../../i18n/i18n";
import { lazyPart } from "../../ui/lazy/lazy-part";

/** The dialog in which people choose their agency or brand. Its code and its texts load when it opens. */
export const PlaceDialog = lazyPart(async () => {
  const [part] = await Promise.all([
    import("./choose-place"),
    loadTexts(["belonging", "dc", "form", "list"]),
  ]);
  return part;
});
