import { ownTexts } from "../../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../../i18n/texts" {
  interface Texts {
    homeMore: typeof english;
  }
}

/** The texts of what loads after the first paint of home. */
ownTexts("homeMore", import.meta.glob("./locales/*.json"));
