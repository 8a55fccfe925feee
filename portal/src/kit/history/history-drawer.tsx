import { lazyPart } from "../../ui/lazy/lazy-part";
import { loadTexts } from "../../i18n/i18n";

/** The history of one thing in a drawer. Code and texts load when a drawer first opens. */
export const HistoryDrawer = lazyPart(async () => {
  const [drawer] = await Promise.all([import("./history"), loadTexts(["history", "sentences"])]);
  return drawer;
});
