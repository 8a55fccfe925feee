import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { PasswordField } from "../../../ui/form/password-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { addVersion, findVersion, updateVersion, type Version } from "../queries";
import { bodyOf, isNumber, isWhole, trimmed, valuesOf } from "./version-values";

interface EditVersionProps {
  /** The version to change; without it one is added. */
  version: Version | undefined;
  currency: string;
  onClose: () => void;
}

/** Changes a version, or adds one. A key is sent and never shown; another address forgets the stored one. */
export function EditVersion({ version, currency, onClose }: EditVersionProps) {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const form = useForm({
    initial: valuesOf(version),
    required: ["value", "baseUrl", "model", "priceIn", "priceOut", "maxAnswerWords", "position"],
    check: (values) => ({
      ...(!isNumber(values.priceIn) && { priceIn: t("price.wrong") }),
      ...(!isNumber(values.priceOut) && { priceOut: t("price.wrong") }),
      ...(!isWhole(values.maxAnswerWords) && { maxAnswerWords: t("number.wrong") }),
      ...(values.monthlyWords.trim() && !isWhole(values.monthlyWords) && { monthlyWords: t("number.wrong") }),
      ...(!isWhole(values.position) && { position: t("number.wrong") }),
    }),
  });
  const values = form.hook.watch();
  const moves = version?.hasKey === true && trimmed(values.baseUrl) !== version.baseUrl;
  const forgets = moves && !values.key && !values.removeKey;
  const save = useSave(form, {
    call: (now, { overwrite }) =>
      version
        ? updateVersion(services, {
            ...bodyOf(now),
            id: version.id,
            ...(!overwrite && { version: now.version }),
          })
        : addVersion(services, bodyOf(now)),
    done: version
      ? t(forgets ? "edit.forgotten" : "edit.done", { name: values.value.trim() })
      : t("add.done", { name: values.value.trim() }),
    refresh: ["assistant-versions", "chat-versions"],
    ...(version && { current: async () => valuesOf((await findVersion(services, version.id)) ?? version) }),
  });
  return (
    <EditDrawer
      title={version ? t("edit.title", { name: version.value }) : t("add")}
      {...(!version && { action: t("add") })}
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextField label={t("name")} help={t("name.help")} maxLength={40} {...form.text("value")} />
      <TextField label={t("baseUrl")} help={t("baseUrl.help")} inputMode="url" {...form.text("baseUrl")} />
      <PasswordField
        label={t("key")}
        help={moves ? t("key.moves") : t(version?.hasKey ? "key.kept" : "key.help")}
        autoComplete="new-password"
        {...form.text("key")}
      />
      {version?.hasKey && !moves && <CheckboxField label={t("key.remove")} {...form.tick("removeKey")} />}
      <TextField label={t("model")} help={t("model.help")} {...form.text("model")} />
      <TextField
        label={t("priceIn", { currency })}
        help={t("price.help")}
        inputMode="decimal"
        {...form.text("priceIn")}
      />
      <TextField label={t("priceOut", { currency })} inputMode="decimal" {...form.text("priceOut")} />
      <TextField label={t("maxAnswerWords")} inputMode="numeric" {...form.text("maxAnswerWords")} />
      <TextField
        label={t("monthlyWords")}
        help={t("monthlyWords.help")}
        inputMode="numeric"
        {...form.text("monthlyWords")}
      />
      <TextField
        label={t("position")}
        help={t("position.help")}
        inputMode="numeric"
        {...form.text("position")}
      />
      <CheckboxField label={t("on")} {...form.tick("on")} />
    </EditDrawer>
  );
}
