import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Text } from "@chakra-ui/react";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { addApplication, NAMES } from "../queries";
import { AddedFields } from "./added-fields";
import type { Open } from "./application-actions";
import { changesOf, DEFAULTS, faultsOf, hasSecret, textsIn, valuesOf } from "./application-values";
import { applies } from "./fields";
import { useFieldWords } from "./field-words";
import { PresetField } from "./preset-field";
import { begin, completed, PRESETS, type Preset } from "./presets";

interface AddApplicationProps {
  onOpen: (open: Open) => void;
  onClose: () => void;
}

const BLANK = valuesOf("", { ...DEFAULTS, redirect_uris: [""] });
const STEPS = 2;

/**
 * Adds an application: first its name and kind, which give all fields their first values, then what this kind needs. At
 * the end it shows what its developer needs, or says that the answer with the secret was lost.
 */
export function AddApplication({ onOpen, onClose }: AddApplicationProps) {
  const { t } = useTranslation(["applications", "form"]);
  const services = useServices();
  const { label, term } = useFieldWords();
  const mayTrust = useUser()?.roles.includes("superAdmin") ?? false;
  const words = { number: t("applications:fault.number"), keys: t("applications:fault.keys") };
  const [step, setStep] = useState(1);
  const [preset, setPreset] = useState<Preset>("web");
  const isLast = step === STEPS;
  const form = useForm({
    initial: BLANK,
    required: [
      "metadata.name",
      ...(isLast && preset === "legacy" ? (["metadata.legacy.app_name"] as const) : []),
    ],
    check: (values) => (isLast ? { ...faultsOf(values, words), ...noRedirect(values) } : {}),
  });
  const noRedirect = ({ metadata }: typeof BLANK) =>
    applies("redirect_uris", metadata) &&
    metadata.grant_types.authorization_code &&
    textsIn(metadata.redirect_uris).length === 0
      ? { "metadata.redirect_uris.0.value": t("applications:fault.redirect") }
      : {};
  const made = useRef<Open>(undefined);
  const save = useSave(form, {
    call: (typed) => {
      const values = completed(preset, typed);
      const metadata = changesOf(DEFAULTS, values);
      const clientId = values.client_id.trim();
      return addApplication(
        services,
        { ...(clientId && { client_id: clientId }), metadata },
        ({ client_id, secret }) => {
          const name = values.metadata.name.trim();
          made.current =
            !secret && hasSecret(values)
              ? { what: "lost", application: { client_id, name, enabled: true }, isNew: true }
              : { what: "ready", clientId: client_id, secret: secret ?? undefined, preset, values };
        },
      );
    },
    done: () => t("applications:add.done", { name: form.hook.getValues("metadata.name").trim() }),
    refresh: NAMES,
  });
  /** Shows no faults of the next step before somebody has tried to send that. */
  const next = async () => {
    if (await form.attempt()) {
      begin(form, preset);
      form.hook.reset(undefined, { keepValues: true, keepDefaultValues: true, keepDirty: true });
      setStep(STEPS);
    }
    return false;
  };
  return (
    <EditDrawer
      title={t("applications:add")}
      action={isLast ? t("applications:add") : t("form:next")}
      form={form}
      save={isLast ? save : { run: next, busy: false }}
      step={step}
      onBack={isLast ? () => setStep(1) : undefined}
      onClose={() => (made.current ? onOpen(made.current) : onClose())}
    >
      <Text margin="0" fontSize="sm" color="fg.muted">
        {t("form:step", { step, steps: STEPS })}
      </Text>
      {isLast ? (
        <AddedFields form={form} preset={preset} mayTrust={mayTrust} />
      ) : (
        <>
          <TextField
            label={label("name")}
            term={term("name")}
            maxLength={100}
            autoComplete="off"
            {...form.text("metadata.name")}
          />
          <PresetField
            // Only people who may decide where launch tokens go can add an application that gets them (decision 0046).
            presets={PRESETS.filter((one) => one !== "legacy" || mayTrust)}
            chosen={preset}
            onChoose={setPreset}
          />
        </>
      )}
    </EditDrawer>
  );
}
