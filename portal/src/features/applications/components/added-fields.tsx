import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../../ui/form/form-section";
import type { FormControl } from "../../../ui/form/use-form";
import { ListField } from "./application-field";
import { ApplicationSections } from "./application-sections";
import type { ApplicationValues } from "./application-values";
import { pathOf, SECTIONS, type FieldName } from "./fields";
import { useFieldWords } from "./field-words";
import { LegacyMode, LegacyPlace } from "./legacy-fields";
import { EXAMPLE, NEEDED, type Preset } from "./presets";

interface AddedFieldsProps {
  form: FormControl<ApplicationValues>;
  preset: Preset;
  mayTrust: boolean;
}

/** What an application of this kind needs, and all other fields below "Advanced". */
export function AddedFields({ form, preset, mayTrust }: AddedFieldsProps) {
  const { t } = useTranslation("applications");
  const { label, term } = useFieldWords();
  const needed: readonly FieldName[] = ["name", ...NEEDED[preset]];
  const names = SECTIONS.flatMap(({ fields }) => fields as readonly FieldName[]).filter(
    (field) => !needed.includes(field),
  );
  return (
    <>
      {needed.includes("redirect_uris") && (
        <ListField
          form={form}
          name="metadata.redirect_uris"
          label={label("redirect_uris")}
          term={term("redirect_uris")}
          help={t(preset === "page" || preset === "native" ? `redirect.${preset}` : "redirect.web")}
          placeholder={EXAMPLE[preset] ?? "https://app.example.com/callback"}
        />
      )}
      {preset === "service" && <Text margin="0">{t("redirect.service")}</Text>}
      {preset === "legacy" && <LegacyPlace form={form} />}
      <FormSection
        title={t("advanced")}
        form={form}
        names={["client_id", "metadata.legacy.mode", ...names.map(pathOf)]}
      >
        {preset === "legacy" && <LegacyMode form={form} />}
        <ApplicationSections form={form} isNew mayTrust={mayTrust} without={needed} />
      </FormSection>
    </>
  );
}
