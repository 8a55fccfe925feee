import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { groups } from "../../../kit/sources";
import type { OptionSource } from "../../../kit/use-search";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { FormSection } from "../../../ui/form/form-section";
import { RowsField } from "../../../ui/form/rows-field";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";
import type { Provider } from "../queries";
import { CLAIM_NAMES, USUAL, type ProviderValues } from "./provider-values";

type Form = FormControl<ProviderValues>;

/** What the provider's claims are called. */
export function ClaimFields({ form }: { form: Form }) {
  const { t } = useTranslation("providers");
  const names = CLAIM_NAMES.map((name) => `claims.${name}` as const);
  return (
    <FormSection title={t("section.claims")} form={form} names={names}>
      {CLAIM_NAMES.map((name) => (
        <TextField
          key={name}
          label={t(`claim.${name}`)}
          placeholder={USUAL[name]}
          {...form.text(`claims.${name}`)}
        />
      ))}
    </FormSection>
  );
}

/** The groups that a claim gives and takes at each sign-in. */
export function GroupFields({ form, provider }: { form: Form; provider: Provider | undefined }) {
  const { t } = useTranslation("providers");
  const source = useNamedGroups(provider);
  const rowName = (index: number) => t("groups.row", { number: index + 1 });
  const rows = form.hook.getValues("groups");
  return (
    <FormSection
      title={t("section.groups")}
      form={form}
      names={[
        "groupClaim",
        "groups",
        ...rows.flatMap((_, at) => [`groups.${at}.value`, `groups.${at}.groupId`] as const),
      ]}
      open={rows.length > 0}
    >
      <TextField
        label={t("groupClaim")}
        help={t("groupClaim.help")}
        placeholder="groups"
        {...form.text("groupClaim")}
      />
      <RowsField
        form={form}
        name="groups"
        label={t("groups")}
        rowName={rowName}
        blank={{ value: "", groupId: "" }}
        add={t("groups.add")}
      >
        {(index) => (
          <>
            <TextField label={t("groups.value")} {...form.text(`groups.${index}.value`)} required />
            <SearchField
              form={form}
              name={`groups.${index}.groupId`}
              label={t("groups.group")}
              required
              source={source}
            />
          </>
        )}
      </RowsField>
      <CheckboxField label={t("absentIsNone")} {...form.tick("absentIsNone")} />
    </FormSection>
  );
}

/** The groups that are on. Those of the provider have their names with it. */
function useNamedGroups(provider: Provider | undefined): OptionSource {
  const source = groups(useServices());
  const known = provider?.groups ?? [];
  return {
    ...source,
    key: [...source.key, "of-provider", provider?.id],
    find: async (value, signal) => {
      const own = known.find(({ groupId }) => groupId === value);
      if (own) return { value, label: own.groupName ?? value };
      return (await source.search("", signal)).find((option) => option.value === value);
    },
  };
}
