import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm } from "../../../ui/form/use-form";
import { invite } from "../member-queries";
import { DECIDED } from "../queries";

/** The most addresses of one invitation (K-18). */
const MOST = 5;
/** G-69, in linear time: the standard pattern, and the stricter one. */
const STANDARD = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const STRICT = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((email) => email !== "");
}

/** Stage 2 of D-03: an invitation to up to five addresses (V-16, V-17, F-63). */
export function InvitePeople({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useTranslation("requests");
  const { list } = useFormats();
  const services = useServices();
  const form = useForm({
    initial: { emailList: "" },
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
  const save = useSave(form, {
    call: ({ emailList }) => invite(services, groupId, listOf(emailList)),
    done: ({ sent, failed }) => {
      const parts = [
        t("invite.done", { count: sent }),
        ...(failed.length > 0 ? [t("invite.failed", { names: list(failed) })] : []),
      ];
      return parts.join(" ");
    },
    refresh: DECIDED,
    fieldOf: () => "emailList",
  });
  return (
    <EditDrawer title={t("invite")} form={form} save={save} action={t("invite.send")} onClose={onClose}>
      <TextAreaField
        label={t("invite.emails")}
        help={t("invite.help")}
        data-autofocus
        {...form.text("emailList")}
      />
    </EditDrawer>
  );
}
