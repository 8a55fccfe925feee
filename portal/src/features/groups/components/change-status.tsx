import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { OFF, ON, setStatus } from "../queries";
import type { GroupName } from "./group-actions";

/** Switches a group on or off, after a question that names it and what follows (C-085). */
export function ChangeStatus({ group, onClose }: { group: GroupName; onClose: () => void }) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { groupId, groupName: name, status } = group;
  const off = status === OFF;
  const act = useAct(() => setStatus(services, groupId, off ? ON : OFF), {
    done: off ? t("enable.done", { name }) : t("disable.done", { name }),
    refresh: ["groups", "group"],
  });
  return (
    <ConfirmDialog
      title={off ? t("enable.question", { name }) : t("disable.question", { name })}
      action={off ? t("enable") : t("disable")}
      destructive={!off}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {off ? t("enable.consequence") : t("disable.consequence")}
    </ConfirmDialog>
  );
}
