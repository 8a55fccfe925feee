import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { groups } from "../../../kit/sources";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { RIGHT_NAMES } from "../../../kit/stale-names";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addRight, assignGroups, groupsOf, rightQuery, updateRight, type RightRow } from "../queries";
import { RightFields } from "./right-fields";
import { changesOf, ids, NEW, newRight, valuesOf } from "./right-values";

/** Adds an access right (C-024). It decides nothing until it is confirmed. */
export function AddRight({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const assigns = useCan()("operation_access.AccessManagement.AccessList.assign", "any");
  const form = useForm({ initial: NEW, required: ["projectId", "accessName", "accessCode"] });
  const save = useSave(form, {
    call: (values) => addRight(services, newRight(values)),
    done: (_, { accessName }) => t("add.done", { name: accessName.trim() }),
    refresh: RIGHT_NAMES,
  });
  return (
    <EditDrawer title={t("add")} action={t("add")} form={form} save={save} onClose={onClose}>
      <RightFields form={form} />
      {assigns && (
        <ChosenField
          form={form}
          name="groupIds"
          label={t("groups")}
          help={t("groupsHelp")}
          source={groups(services)}
        />
      )}
    </EditDrawer>
  );
}

interface OneProps {
  right: RightRow;
  onClose: () => void;
}

/** Changes an access right (C-026). Only changed fields are sent, and they wait to be confirmed. */
export function EditRight({ right: { accessId, accessName: name }, onClose }: OneProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { base, begun, form, version, current, waiting } = useEdited(rightQuery(services, accessId), {
    valuesOf,
    nothing: NEW,
    rules: () => ({ required: ["accessName", "accessCode"] }),
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateRight(services, { accessId, version: await version(how), ...changesOf(begun, values) }),
    current,
    done: t("draft.saved", { name }),
    refresh: RIGHT_NAMES,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <RightFields form={form} right={base} />}
    </EditDrawer>
  );
}

/** Says which groups give an access right (C-031). It waits to be confirmed. */
export function AssignGroups({ right: { accessId, accessName: name }, onClose }: OneProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { form, version, current, waiting } = useEdited(rightQuery(services, accessId), {
    valuesOf: (right) => ({ groupIds: valuesOf(right).groupIds }),
    nothing: { groupIds: NEW.groupIds },
    rules: () => ({}),
  });
  const save = useSave(form, {
    call: async ({ groupIds }, how) => assignGroups(services, accessId, await version(how), ids(groupIds)),
    current,
    done: t("draft.saved", { name }),
    refresh: RIGHT_NAMES,
  });
  return (
    <EditDrawer
      title={t("groups.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      <ChosenField
        form={form}
        name="groupIds"
        label={t("groups")}
        help={t("groupsHelp")}
        source={groupsOf(services, accessId)}
      />
    </EditDrawer>
  );
}
