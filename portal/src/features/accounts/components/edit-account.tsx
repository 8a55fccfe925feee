import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { accountQuery, updateAccount } from "../queries";
import type { AccountName } from "./account-actions";
import { changesOf, NOTHING, valuesOf } from "./account-values";
import { personName } from "./change-status";
import { EditSections } from "./edit-sections";

interface EditAccountProps {
  account: AccountName;
  onClose: () => void;
}

/** Changes an account. Only what differs is sent. */
export function EditAccount({ account: { userId, ...name }, onClose }: EditAccountProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { base, begun, form, version, current, waiting } = useEdited(accountQuery(services, userId), {
    valuesOf,
    nothing: NOTHING,
    rules: () => ({ required: ["fullName"] }),
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateAccount(services, { userId, version: await version(how), ...changesOf(begun, values) }),
    current,
    done: t("edit.done", { name: name.username }),
    refresh: ACCOUNT_NAMES,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name: personName(name) })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <EditSections form={form} account={base} />}
    </EditDrawer>
  );
}
