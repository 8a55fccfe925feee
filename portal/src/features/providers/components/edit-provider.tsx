import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { SearchField } from "../../../kit/search-field";
import { agencies } from "../../../kit/sources";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { PasswordField } from "../../../ui/form/password-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { findProvider, NAMES, saveProvider, type Provider } from "../queries";
import { ClaimFields, GroupFields } from "./claim-fields";
import { IconField } from "./icon-field";
import { wordOfForm } from "./open";
import { bodyOf, valuesOf, type ProviderValues } from "./provider-values";

interface EditProviderProps {
  /** The provider to change; without it one is added. */
  provider: Provider | undefined;
  /** What was typed before a sign-in in between. */
  typed: ProviderValues | undefined;
  onClose: () => void;
}

/** Changes a provider, or adds one. A secret or key is sent and never shown. */
export function EditProvider({ provider, typed, onClose }: EditProviderProps) {
  const { t } = useTranslation("providers");
  const services = useServices();
  const form = useForm({
    initial: typed ?? valuesOf(provider),
    required: ["id", "label", "issuer", "clientId", "groups.*.value", "groups.*.groupId"],
    check: ({ isNew, issuer, method, secret, key }) => {
      const isKept = !isNew && provider?.method === method && provider.issuer === issuer.trim();
      if (isKept) return {};
      if (method === "secret") return secret ? {} : { secret: t("secret.needed") };
      return key ? {} : { key: t("key.needed") };
    },
  });
  const values = form.hook.watch();
  useErrand(wordOfForm(values));
  const save = useSave(form, {
    call: ({ version, ...now }, { overwrite }) => {
      const read = !now.isNew && !overwrite && { version };
      return saveProvider(services, { ...bodyOf(now), ...read }, now.isNew);
    },
    ...(provider && { current: async () => valuesOf(await findProvider(services, provider.id)) }),
    done: (_, { label }) => t(provider ? "edit.done" : "add.done", { name: label.trim() }),
    refresh: NAMES,
  });
  const moves = provider && provider.issuer !== values.issuer.trim();
  return (
    <EditDrawer
      title={provider ? t("edit.title", { name: provider.label }) : t("add")}
      form={form}
      save={save}
      onClose={onClose}
      {...(!provider && { action: t("add") })}
    >
      {!provider && <TextField label={t("id")} help={t("id.help")} maxLength={40} {...form.text("id")} />}
      <TextField label={t("label")} help={t("label.help")} maxLength={100} {...form.text("label")} />
      <TextField
        label={t("issuer")}
        help={moves ? t("issuer.moves", { count: provider.identities }) : t("issuer.help")}
        inputMode="url"
        {...form.text("issuer")}
      />
      <TextField label={t("clientId")} {...form.text("clientId")} />
      <SelectField
        label={t("method")}
        options={(["secret", "key"] as const).map((value) => ({ value, label: t(`method.${value}`) }))}
        {...form.text("method")}
      />
      {values.method === "secret" ? (
        <PasswordField
          label={t("secret")}
          help={provider ? t("secret.kept") : t("secret.help")}
          autoComplete="new-password"
          {...form.text("secret")}
        />
      ) : (
        <>
          <TextAreaField
            label={t("key")}
            help={provider ? t("secret.kept") : t("key.help")}
            rows={4}
            spellCheck={false}
            {...form.text("key")}
          />
          <TextAreaField
            label={t("certificate")}
            help={t("certificate.help")}
            rows={4}
            spellCheck={false}
            {...form.text("certificate")}
          />
        </>
      )}
      <IconField form={form} {...(provider && { provider })} />
      <TextField label={t("scopes")} help={t("scopes.help")} {...form.text("scopes")} />
      <TextField label={t("domains")} help={t("domains.help")} {...form.text("domains")} />
      <SelectField
        label={t("link")}
        help={t("link.help")}
        options={(["verified", "prove", "never"] as const).map((value) => ({
          value,
          label: t(`link.${value}`),
        }))}
        {...form.text("link")}
      />
      <SelectField
        label={t("create")}
        options={(["refuse", "wait", "make"] as const).map((value) => ({
          value,
          label: t(`create.${value}`),
        }))}
        {...form.text("create")}
      />
      {values.create !== "refuse" && (
        <SearchField form={form} name="agency" label={t("agency")} source={agencies(services)} />
      )}
      <TextField label={t("mfaValues")} help={t("mfaValues.help")} {...form.text("mfaValues")} />
      <ClaimFields form={form} />
      <GroupFields form={form} provider={provider} />
    </EditDrawer>
  );
}
