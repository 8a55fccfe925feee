import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Metadata } from "../queries";
import { CHOICES, TYPED, type ChoiceText, type FieldName, type TypedName } from "./fields";

/** The value of each field of an application, in words. */
export function useFieldText(metadata: Metadata): (field: FieldName) => string {
  const { t } = useTranslation(["applications", "history"]);
  const { number } = useFormats();
  return (field) => {
    if (field === "grant_types")
      return (metadata.grant_types ?? []).map((grant) => t(`applications:grant.${grant}`)).join("\n");
    if (field === "legacy") {
      const { app_name: name = "", callback_origins: origins = [], mode = "query" } = metadata.legacy ?? {};
      return [name, t(`applications:mode.${mode}`), ...origins].join("\n");
    }
    const value = metadata[field];
    if (field in CHOICES && typeof value === "string")
      return t(`applications:choice.${field}.${value}` as `applications:${ChoiceText}`);
    if (typeof value === "boolean") return value ? t("applications:yes") : t("applications:no");
    if (typeof value === "number") return t("applications:seconds", { count: value, seconds: number(value) });
    if (Array.isArray(value)) return value.join(TYPED[field as TypedName] === "words" ? " " : "\n");
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  };
}
