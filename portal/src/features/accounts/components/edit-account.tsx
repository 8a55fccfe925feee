import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { accountQuery, updateAccount, type Account } from "../queries";
import type { AccountName } from "./account-actions";
import { changesOf, NOTHING, valuesOf } from "./account-values";
import { personName } from "./change-status";
import { EditSections } from "./edit-sections";

interface EditAccountProps {
  account: AccountName;
  onClose: () => void;
}

/** Changes an account: what the server has now is fetched first. */
export function EditAccount({ account: { userId, ...name }, onClose }: EditAccountProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { data, error, refetch } = useQuery({ ...accountQuery(services, userId), gcTime: 0 });
  // What the form began with: only what differs from it is sent, with its version.
  const [base, setBase] = useState<Account>();
  if (data && !base) setBase(data);
  const form = useForm({ initial: base ? valuesOf(base) : NOTHING, required: ["fullName"] });
  const { restart } = form;
  useEffect(() => {
    if (base) restart(valuesOf(base));
    // The form begins anew with another base alone, not with another render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
  const fresh = () => services.queries.query(accountQuery(services, userId));
  const save = useSave(form, {
    call: async (values, { overwrite }) => {
      const version = overwrite ? (await fresh()).version : base?.version;
      const changes = base && changesOf(valuesOf(base), values);
      return updateAccount(services, { userId, ...(version !== undefined && { version }), ...changes });
    },
    current: async () => {
      const theirs = await fresh();
      setBase(theirs);
      return valuesOf(theirs);
    },
    done: t("edit.done", { name: name.username }),
    refresh: ["accounts", "account"],
  });
  const waiting = <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="16" />;
  return (
    <EditDrawer
      title={t("edit.title", { name: personName(name) })}
      form={form}
      save={save}
      onClose={onClose}
      {...(!base && { waiting })}
    >
      {base && <EditSections form={form} account={base} />}
    </EditDrawer>
  );
}
