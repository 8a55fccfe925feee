import { useTranslation } from "react-i18next";
import { FormSection } from "../../../ui/form/form-section";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { ApplicationField } from "./application-field";
import type { ApplicationValues } from "./application-values";
import { applies, pathOf, SECTIONS, type Deciding, type FieldName, type SectionKey } from "./fields";
import { LegacyFields } from "./legacy-fields";

interface ApplicationSectionsProps {
  form: FormControl<ApplicationValues>;
  /** The application is being added: its id can still be chosen. */
  isNew?: boolean;
  /** Whether the reader may make it trusted (decision 0023). */
  mayTrust: boolean;
  /** The fields that stand elsewhere. */
  without?: readonly FieldName[];
}

/** The kind of a new application is a step of its own; later it cannot change. */
const NEVER: readonly FieldName[] = ["kind"];

/** The sections that begin open: what every application needs. */
const OPEN: readonly SectionKey[] = ["basics", "addresses"];

/** The sections of what only super administrators may set (decisions 0023 and 0046). */
const TRUSTED: readonly SectionKey[] = ["trust", "legacy"];

/** All fields of an application. Sections and fields that do not apply to it are not shown. */
export function ApplicationSections(props: ApplicationSectionsProps) {
  const { form, isNew = false, mayTrust, without = [] } = props;
  const { t } = useTranslation("applications");
  // Watches only these values: a form that renders again with each letter is slow.
  const deciding: Deciding = {
    kind: useValue(form, "metadata.kind"),
    token_endpoint_auth_method: useValue(form, "metadata.token_endpoint_auth_method"),
    grant_types: { refresh_token: useValue(form, "metadata.grant_types.refresh_token") },
  };
  const isLegacy = deciding.kind === "legacy";
  const left = [...NEVER, ...without];
  const shown = (field: FieldName) => applies(field, deciding) && !left.includes(field);
  return SECTIONS.map(({ key, fields }) => {
    const own = (fields as readonly FieldName[]).filter(shown);
    if (own.length === 0 || (TRUSTED.includes(key) && !mayTrust)) return null;
    return (
      <FormSection
        key={key}
        title={t(`section.${key}`)}
        form={form}
        names={key === "legacy" ? LEGACY : own.map(pathOf)}
        open={!isNew && (OPEN.includes(key) || (key === "legacy" && isLegacy))}
      >
        {own.map((field) =>
          field === "legacy" ? (
            <LegacyFields key={field} form={form} />
          ) : (
            <ApplicationField key={field} form={form} field={field} />
          ),
        )}
        {key === "basics" && isNew && (
          <TextField
            label={t("clientId")}
            term="client_id"
            help={t("clientIdHelp")}
            autoComplete="off"
            maxLength={100}
            {...form.text("client_id")}
          />
        )}
      </FormSection>
    );
  });
}

const LEGACY = ["metadata.legacy.app_name", "metadata.legacy.callback_origins"] as const;
