import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CoveredBy } from "../../../api/kept";
import type { Written } from "../../../api/write";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm } from "../../../ui/form/use-form";
import { DECIDED } from "../queries";

interface ReasonProps<Data> {
  title: string;
  /** Who is refused what. */
  about?: ReactNode;
  call: (reason: string) => Promise<Written<CoveredBy<(typeof DECIDED)[number]>, Data>>;
  done: string | ((data: Data) => string);
  onClose: () => void;
}

/** Asks for the reason of a refusal. Nobody is refused without one (T-24, D-26). */
export function Reason<Data>({ title, about, call, done, onClose }: ReasonProps<Data>) {
  const { t } = useTranslation("requests");
  const form = useForm({ initial: { reason: "" }, required: ["reason"] });
  const save = useSave(form, { call: ({ reason }) => call(reason), done, refresh: DECIDED });
  return (
    <EditDrawer title={title} form={form} save={save} action={t("refuse")} destructive onClose={onClose}>
      {about && <Box>{about}</Box>}
      <TextAreaField
        label={t("reason")}
        help={t("refuse.help")}
        data-autofocus
        maxLength={500}
        {...form.text("reason")}
      />
    </EditDrawer>
  );
}
