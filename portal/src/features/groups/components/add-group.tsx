import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useBeginning } from "../../../kit/beginning";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addGroup, GROUP_NAMES } from "../queries";
import { GroupSections } from "./group-sections";
import { faultsOf } from "./group-rules";
import { changesOf, NEW } from "./group-values";

/** Adds a group (S-22, C-080). */
export function AddGroup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const rules = { days: t("days.wrong"), afterDue: t("days.afterDue"), seen: t("visible.nobody") };
  const begun = useBeginning("group");
  const form = useForm({
    initial: begun ? { ...NEW, groupName: begun.appName, appIds: [optionOf(begun)] } : NEW,
    required: ["groupName"],
    check: (values) => faultsOf(values, rules),
  });
  const save = useSave(form, {
    call: (values) => addGroup(services, newGroup(changesOf(NEW, values))),
    done: (_, values) => t("add.done", { name: values.groupName.trim() }),
    refresh: GROUP_NAMES,
  });
  return (
    <EditDrawer title={t("add")} action={t("add")} form={form} save={save} onClose={onClose}>
      <GroupSections form={form} mayAppoint />
    </EditDrawer>
  );
}

function optionOf({ appId, appName }: { appId: number; appName: string }) {
  return { value: String(appId), label: appName };
}

/** A new group has whole sets. */
function newGroup({ addGroupAdmin, addAppIds, ...form }: ReturnType<typeof changesOf>) {
  return {
    ...form,
    ...(addGroupAdmin && { groupAdmin: addGroupAdmin }),
    ...(addAppIds && { appIds: addAppIds }),
  };
}
