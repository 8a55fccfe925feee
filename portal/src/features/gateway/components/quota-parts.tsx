import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { Question } from "../../../kit/question";
import { SearchField } from "../../../kit/search-field";
import { groups } from "../../../kit/sources";
import { useSave } from "../../../kit/use-save";
import { ChoiceField } from "../../../ui/form/choice-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { accounts, GROUP, PERSON, quotaOfQuery, setQuota, UNLIMITED, type QuotaRow } from "../queries";
import type { OpenQuota } from "./open";
import { isWhole } from "./version-values";
import { useAmounts } from "./words";

/** The drawer and the question of the quotas, fetched with the first that is opened. */
export default function QuotaParts({ open, onClose }: { open: OpenQuota; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditQuota quota={open.quota} onClose={onClose} />;
    case "remove":
      return <RemoveQuota quota={open.quota} onClose={onClose} />;
  }
}

/** The form. No words, some words and no limit are three choices. */
const valuesOf = (quota: QuotaRow | undefined) => ({
  kind: String(quota?.kind ?? PERSON),
  subjectId: quota?.subjectId ?? "",
  much: !quota || quota.words > 0 ? "some" : quota.words === UNLIMITED ? "unlimited" : "none",
  words: quota && quota.words > 0 ? String(quota.words) : "",
});

function EditQuota({ quota, onClose }: { quota: QuotaRow | undefined; onClose: () => void }) {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const form = useForm({
    initial: valuesOf(quota),
    required: ["subjectId"],
    check: ({ much, words }) =>
      much === "some" && !(isWhole(words) && Number(words) > 0) ? { words: t("number.wrong") } : {},
  });
  const values = form.hook.watch();
  const isPerson = values.kind === String(PERSON);
  const name = quota && (quota.name || quota.username);
  const save = useSave(form, {
    call: ({ kind, subjectId, much, words }) =>
      setQuota(services, {
        kind: kind === String(PERSON) ? PERSON : GROUP,
        subjectId,
        words: much === "some" ? Number(words) : much === "none" ? 0 : UNLIMITED,
      }),
    done: t("quota.done"),
    refresh: ["assistant-quotas"],
  });
  return (
    <EditDrawer
      title={name ? t("quota.title", { name }) : t("quota.add")}
      form={form}
      save={save}
      onClose={onClose}
    >
      {!quota && (
        <>
          <ChoiceField
            form={form}
            name="kind"
            label={t("quota.for")}
            options={([PERSON, GROUP] as const).map((kind) => ({
              value: String(kind),
              label: t(`kind.${kind}.of`),
            }))}
          />
          <SearchField
            key={values.kind}
            form={form}
            name="subjectId"
            label={t(isPerson ? "kind.0" : "kind.1")}
            source={isPerson ? accounts(services) : groups(services)}
          />
        </>
      )}
      {isPerson && values.subjectId && <Now userId={values.subjectId} />}
      <ChoiceField
        form={form}
        name="much"
        label={t("quota.words")}
        options={(["some", "none", "unlimited"] as const).map((value) => ({
          value,
          label: t(`much.${value}`),
        }))}
      />
      {values.much === "some" && (
        <TextField label={t("quota.number")} inputMode="numeric" {...form.text("words")} />
      )}
    </EditDrawer>
  );
}

/** The figure that counts for a person at present, and where it comes from. */
function Now({ userId }: { userId: string }) {
  const { t } = useTranslation("gateway");
  const { words } = useAmounts();
  const { data } = useQuery(quotaOfQuery(useServices(), userId));
  if (!data) return null;
  const from = data.source === "group" && !data.groupName ? "hidden" : data.source;
  return (
    <Text margin="0" color="fg.muted" role="status">
      {t(`now.${from}`, { words: words(data.words), name: data.groupName })}
      {sentenceGap()}
      {typeof data.used === "number" && t("now.used", { words: words(data.used) })}
    </Text>
  );
}

function RemoveQuota({ quota, onClose }: { quota: QuotaRow; onClose: () => void }) {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const name = quota.name || quota.username;
  return (
    <Question
      title={t("quota.remove.question", { name })}
      action={t("quota.remove")}
      destructive
      call={() => setQuota(services, { kind: quota.kind, subjectId: quota.subjectId, words: null })}
      done={t("quota.remove.done", { name })}
      refresh={["assistant-quotas"]}
      onClose={onClose}
    >
      {t("quota.remove.consequence")}
    </Question>
  );
}
