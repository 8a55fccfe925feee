import { Button, Flex, Skeleton } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { Notice } from "../../../ui/notice";
import { groupQuery, updateGroup, type Group } from "../queries";
import type { GroupName } from "./group-actions";
import { GroupSections } from "./group-sections";
import { faultsOf } from "./group-rules";
import { changesOf, NEW, valuesOf } from "./group-values";

/** Changes a group: what the server has now is fetched first (S-22, C-076, C-083). */
export function EditGroup({
  group: { groupId, groupName },
  onClose,
}: {
  group: GroupName;
  onClose: () => void;
}) {
  const { t } = useTranslation(["groups", "ui"]);
  const services = useServices();
  const { data, error, refetch } = useQuery({ ...groupQuery(services, groupId), gcTime: 0 });
  // What the form began with: only what differs from it is sent, with its version.
  const [base, setBase] = useState<Group>();
  if (data && !base) setBase(data);
  const rules = {
    days: t("groups:days.wrong"),
    afterDue: t("groups:days.afterDue"),
    seen: t("groups:visible.nobody"),
  };
  const form = useForm({
    initial: base ? valuesOf(base) : NEW,
    required: ["groupName"],
    check: (values) => faultsOf(values, rules),
  });
  const { restart } = form;
  useEffect(() => {
    if (base) restart(valuesOf(base));
    // The form begins anew with another base alone, not with another render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
  const fresh = () => services.queries.query(groupQuery(services, groupId));
  const save = useSave(form, {
    call: async (values, { overwrite }) => {
      const version = overwrite ? (await fresh()).version : base?.version;
      const changes = base && changesOf(valuesOf(base), values);
      return updateGroup(services, { groupId, ...(version !== undefined && { version }), ...changes });
    },
    current: async () => {
      const theirs = await fresh();
      setBase(theirs);
      return valuesOf(theirs);
    },
    done: t("groups:edit.done", { name: groupName }),
    refresh: ["groups", "group"],
  });
  const waiting = error ? (
    <Notice icon={TriangleAlert} heading={failureText(error)} requestId={requestIdOf(error)}>
      <Button variant="outline" onClick={() => void refetch()}>
        {t("ui:retry")}
      </Button>
    </Notice>
  ) : (
    <Flex direction="column" gap="5" aria-busy="true">
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} height="16" />
      ))}
    </Flex>
  );
  return (
    <EditDrawer
      title={t("groups:edit.title", { name: groupName })}
      form={form}
      save={save}
      onClose={onClose}
      {...(!base && { waiting })}
    >
      {base && <GroupSections form={form} mayAppoint={base.rights.appointManagers} />}
    </EditDrawer>
  );
}
