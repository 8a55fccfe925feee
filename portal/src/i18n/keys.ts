import type { ParseKeys } from "i18next";

/** The document title of a page, one of the `title.` texts of the shell. */
export type TitleKey = Extract<ParseKeys, `title.${string}`>;
