import { Box, chakra, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { Term } from "../../../ui/form/field-frame";
import { RowsField } from "../../../ui/form/rows-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";
import type { ApplicationValues } from "./application-values";
import {
  ALGORITHMS,
  CHOICES,
  FLAGS,
  GRANTS,
  LISTS,
  TYPED,
  type ChoiceName,
  type ChoiceText,
  type FieldName,
  type ListName,
  type TypedName,
} from "./fields";
import { useFieldWords } from "./field-words";

type Form = FormControl<ApplicationValues>;

interface ApplicationFieldProps {
  form: Form;
  field: Exclude<FieldName, "legacy">;
}

/** One field of an application, by the kind of its value. */
export function ApplicationField({ form, field }: ApplicationFieldProps) {
  const { t } = useTranslation("applications");
  const { label, term, help } = useFieldWords();
  const words = { label: label(field), term: term(field), ...help(field) };
  if (field === "grant_types") return <GrantFields form={form} />;
  if (isOne(FLAGS, field)) return <CheckboxField {...words} {...form.tick(`metadata.${field}`)} />;
  if (isOne(LISTS, field))
    return <ListField form={form} name={`metadata.${field}`} {...words} placeholder={EXAMPLES[field]} />;
  if (field in CHOICES) {
    const name = field as ChoiceName;
    const options = CHOICES[name].map((value) => ({
      value,
      label: t(`choice.${name}.${value}` as ChoiceText),
    }));
    const none = name === "access" ? { placeholder: t("choice.access.none") } : {};
    return <SelectField {...words} {...none} options={options} {...form.text(`metadata.${name}`)} />;
  }
  if (field in ALGORITHMS) {
    const name = field as keyof typeof ALGORITHMS;
    const options = ALGORITHMS[name].map((value) => ({ value, label: value }));
    const none = name === "token_endpoint_auth_signing_alg" ? { placeholder: t("anyAlgorithm") } : {};
    return <SelectField {...words} {...none} options={options} {...form.text(`metadata.${name}`)} />;
  }
  const name = field as TypedName;
  const bound = { ...words, ...form.text(`metadata.${name}`), autoComplete: "off" };
  switch (TYPED[name]) {
    case "keys":
      return <TextAreaField {...bound} rows={6} fontFamily="mono" spellCheck={false} />;
    case "address":
      return <TextField {...bound} type="url" placeholder="https://" />;
    case "number":
      return <TextField {...bound} inputMode="numeric" maxWidth="52" />;
    default:
      return <TextField {...bound} {...(name === "name" && { maxLength: 100 })} />;
  }
}

function isOne<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

const EXAMPLES: Record<ListName, string> = {
  contacts: "team@example.com",
  redirect_uris: "https://app.example.com/callback",
  post_logout_redirect_uris: "https://app.example.com/",
  allowed_origins: "https://app.example.com",
  resources: "https://api.example.com",
  serves: "https://api.example.com",
};

interface ListFieldProps {
  form: Form;
  name: `metadata.${ListName}` | "metadata.legacy.callback_origins";
  label: string;
  term?: string | undefined;
  help?: string;
  placeholder: string;
}

/** A list of texts, each in a row of its own. */
export function ListField({ form, name, label, term, help, placeholder }: ListFieldProps) {
  const { t } = useTranslation("applications");
  const one = name.split(".").at(-1) as ListName | "callback_origins";
  const rowName = (index: number) => t(`row.${one}`, { number: index + 1 });
  return (
    <Box>
      <RowsField form={form} name={name} label={label} term={term} rowName={rowName} blank={{ value: "" }}>
        {(index) => (
          <TextField
            label={rowName(index)}
            placeholder={placeholder}
            autoComplete="off"
            {...form.text(`${name}.${index}.value`)}
          />
        )}
      </RowsField>
      {help && (
        <Box fontSize="sm" color="fg.muted" marginTop="1.5">
          {help}
        </Box>
      )}
    </Box>
  );
}

/** How the application gets tokens. */
function GrantFields({ form }: { form: Form }) {
  const { t } = useTranslation("applications");
  const { label, term } = useFieldWords();
  const fault = form.faults["metadata.grant_types"];
  return (
    <chakra.fieldset name="metadata.grant_types" border="0" margin="0" padding="0" minWidth="0">
      <Box as="legend" width="full" padding="0" marginBottom="1.5" fontSize="md" fontWeight="medium">
        <Flex justify="space-between" align="baseline" gap="3">
          <span>{label("grant_types")}</span> <Term aria-hidden>{term("grant_types")}</Term>
        </Flex>
      </Box>
      <Box display="flex" flexDirection="column" gap="2">
        {GRANTS.map((grant, index) => (
          <CheckboxField
            key={grant}
            label={t(`grant.${grant}`)}
            {...form.tick(`metadata.grant_types.${grant}`)}
            {...(index === 0 && { error: fault })}
          />
        ))}
      </Box>
    </chakra.fieldset>
  );
}
