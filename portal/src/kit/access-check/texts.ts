import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    checking: typeof english;
  }
}

/** The texts of the check. A page that shows it loads them with its code. */
export const CHECKING = ownTexts("checking", import.meta.glob("./locales/*.json"));
