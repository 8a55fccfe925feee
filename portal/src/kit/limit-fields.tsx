import { useTranslation } from "react-i18next";
import { useServices } from "../api/services";
import { SelectField } from "../ui/form/select-field";
import { useValue, type FormControl, type TextName, type Values } from "../ui/form/use-form";
import { SearchField } from "./search-field";
import { organisations } from "./sources";
import type { Option } from "./use-search";

/** The account type that stands for all of them. */
export const EVERY_TYPE = "0";
const CLIENT = "3";

interface LimitFieldsProps<V extends Values> {
  form: FormControl<V>;
  /** The field of the account type. */
  type: TextName<V>;
  /** The field of the agency or client. A new type empties it. */
  organisation: TextName<V>;
  label: string;
  help?: string;
  /** The account types, and what `EVERY_TYPE` means. */
  types: readonly { value: string; label: string }[];
  /** The agency or client that the server has now. */
  known?: Option | undefined;
}

/** Whom a role is limited to: accounts of a type, and of one agency or client (G-45). */
export function LimitFields<V extends Values>(props: LimitFieldsProps<V>) {
  const { form, type, organisation, label, help, types, known } = props;
  const { t } = useTranslation("form");
  // A limit in a record, such as `accountTypes.7`, begins with its first choice.
  const accountType = (useValue(form, type) as string | undefined) ?? EVERY_TYPE;
  const source = organisations(useServices(), accountType);
  const binding = form.text(type);
  return (
    <>
      <SelectField
        label={label}
        {...(help && accountType !== EVERY_TYPE && { help })}
        options={types}
        {...binding}
        onChange={(event) => {
          void binding.onChange(event);
          form.set(organisation, "" as Parameters<typeof form.set<TextName<V>>>[1]);
        }}
      />
      {accountType !== EVERY_TYPE && (
        <SearchField
          key={accountType}
          form={form}
          name={organisation}
          label={accountType === CLIENT ? t("limit.client") : t("limit.agency")}
          help={t("limit.emptyIsAll")}
          source={{
            ...source,
            find: async (value, signal) =>
              value === known?.value
                ? known
                : (await source.search("", signal)).find((option) => option.value === value),
          }}
        />
      )}
    </>
  );
}
