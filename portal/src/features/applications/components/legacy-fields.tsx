import { useTranslation } from "react-i18next";
import { SelectField } from "../../../ui/form/select-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { ListField } from "./application-field";
import type { ApplicationValues } from "./application-values";
import { MODES } from "./fields";

interface LegacyProps {
  form: FormControl<ApplicationValues>;
}

/** How an application that takes launch tokens is opened. */
export function LegacyFields({ form }: LegacyProps) {
  return (
    <>
      <LegacyPlace form={form} />
      <LegacyMode form={form} />
    </>
  );
}

/** The application's name in its address, and where its tokens go. */
export function LegacyPlace({ form }: LegacyProps) {
  const { t } = useTranslation(["applications", "history"]);
  const isLegacy = useValue(form, "metadata.kind") === "legacy";
  return (
    <>
      <TextField
        label={t("history:field.legacy.app_name")}
        term="appName"
        help={t("applications:help.legacy.app_name")}
        maxLength={100}
        autoComplete="off"
        {...form.text("metadata.legacy.app_name")}
        required={isLegacy}
      />
      <ListField
        form={form}
        name="metadata.legacy.callback_origins"
        label={t("history:field.legacy.callback_origins")}
        term="callbackUrl"
        help={t("applications:help.legacy.callback_origins")}
        placeholder="https://app.example.com"
      />
    </>
  );
}

export function LegacyMode({ form }: LegacyProps) {
  const { t } = useTranslation(["applications", "history"]);
  return (
    <SelectField
      label={t("history:field.legacy.mode")}
      options={MODES.map((mode) => ({ value: mode, label: t(`applications:mode.${mode}`) }))}
      {...form.text("metadata.legacy.mode")}
    />
  );
}
