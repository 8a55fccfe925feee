import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm, useValue } from "../../../ui/form/use-form";
import { INVITED, invite, type Invited } from "../member-queries";
import { INVITATIONS } from "../queries";

/** The most addresses of one invitation (K-18). */
const MOST = 5;
/** G-69, in linear time: the standard pattern, and the stricter one. */
const STANDARD = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const STRICT = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((email) => email !== "");
}

interface InvitePeopleProps {
  groupId: string;
  /** What the reader searched for, in vain. */
  sought: string;
  onClose: () => void;
}

/** Stage 2 of D-03: an invitation to up to five addresses (V-16, V-17, F-63). */
export function InvitePeople({ groupId, sought, onClose }: InvitePeopleProps) {
  const { t } = useTranslation("requests");
  const { list } = useFormats();
  const services = useServices();
  const mayRegister = services.config.invitations;
  // The search has found no account for these words; only an address can be written to.
  const whom: Invited = mayRegister ? "newcomers" : "members";
  const form = useForm({
    initial: { whom, emailList: sought.includes("@") ? sought : "" },
    check: ({ emailList }) => {
      const emails = listOf(emailList);
      const fault = () => {
        if (emails.length === 0) return t("please select or enter");
        if (emails.length > MOST) return t("invite.most");
        if (!emails.every((email) => STANDARD.test(email))) return t("Please input your vaild email");
        return emails.every((email) => STRICT.test(email)) ? undefined : t("please enter a correct email");
      };
      const text = fault();
      return text === undefined ? {} : { emailList: text };
    },
  });
  const chosen = useValue(form, "whom");
  const save = useSave(form, {
    call: ({ whom: to, emailList }) => invite(services, groupId, to, listOf(emailList)),
    done: ({ sent, failed }) => {
      const parts = [
        t("invite.done", { count: sent }),
        ...(failed.length > 0 ? [t("invite.failed", { names: list(failed) })] : []),
      ];
      return parts.join(sentenceGap());
    },
    refresh: INVITATIONS,
    fieldOf: () => "emailList",
  });
  return (
    <EditDrawer title={t("invite")} form={form} save={save} action={t("invite.send")} onClose={onClose}>
      {mayRegister && (
        <SelectField
          label={t("invite.whom")}
          options={(Object.keys(INVITED) as Invited[]).map((value) => ({
            value,
            label: t(`invite.${value}`),
          }))}
          {...form.text("whom")}
        />
      )}
      <TextAreaField
        label={t("invite.emails")}
        help={chosen === "members" ? t("invite.help") : t("invite.help.newcomers")}
        data-autofocus
        {...form.text("emailList")}
      />
    </EditDrawer>
  );
}
