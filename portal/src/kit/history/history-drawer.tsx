import { lazyPart } from "../../ui/lazy/lazy-part";
import { loadTexts } from "../../i18n/i18n";

/** What happened to one thing, in a drawer; it and its words are fetched when it is first opened. */
export const HistoryDrawer = lazyPart(async () => {
  const [drawer] = await Promise.all([import("./history"), loadTexts(["history"])]);
  return drawer;
});
