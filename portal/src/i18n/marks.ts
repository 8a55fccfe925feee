import { currentLanguage } from "./i18n";

// Marks as the shown language writes them: Chinese ones are as wide as its characters and have no space around them.
// They are read while a component renders that uses `useTranslation`, so that they change with the language.

const isChinese = () => currentLanguage() === "zh-cn";

/** A text in brackets, to stand after another one. */
export const inBrackets = (text: string | number) => (isChinese() ? `（${text}）` : ` (${text})`);

/** A name before its value, or before what stands next to it. */
export const labelled = (name: string, value = "") => `${name}${isChinese() ? "：" : ": "}${value}`;

/** What stands between two sentences. */
export const sentenceGap = () => (isChinese() ? "" : " ");
