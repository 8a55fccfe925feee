import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { GROUP_NAMES, groupQuery, updateGroup } from "../queries";
import type { GroupName } from "./group-actions";
import { GroupSections } from "./group-sections";
import { faultsOf } from "./group-rules";
import { changesOf, NEW, valuesOf } from "./group-values";

interface EditGroupProps {
  group: GroupName;
  onClose: () => void;
}

/** Changes a group (S-22, C-076, C-083). Only what differs is sent. */
export function EditGroup({ group: { groupId, groupName }, onClose }: EditGroupProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const words = { days: t("days.wrong"), afterDue: t("days.afterDue"), seen: t("visible.nobody") };
  const { base, begun, form, version, current, waiting } = useEdited(groupQuery(services, groupId), {
    valuesOf,
    nothing: NEW,
    rules: () => ({ required: ["groupName"], check: (values) => faultsOf(values, words) }),
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateGroup(services, { groupId, version: await version(how), ...changesOf(begun, values) }),
    current,
    done: (_, values) => t("edit.done", { name: values.groupName.trim() }),
    refresh: GROUP_NAMES,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name: groupName })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <GroupSections form={form} mayAppoint={base.rights.appointManagers} />}
    </EditDrawer>
  );
}
