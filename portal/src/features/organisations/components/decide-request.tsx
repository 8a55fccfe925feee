import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { useSave } from "../../../kit/use-save";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm } from "../../../ui/form/use-form";
import { decide, type AgencyRequest } from "../queries";

/** What is about to be decided. */
export interface Decision {
  what: "approve" | "refuse";
  request: AgencyRequest;
}

interface DecideRequestProps extends Decision {
  onClose: () => void;
}

/** Approves after a question; refuses with a reason, which the person reads. */
export default function DecideRequest({ request, what, onClose }: DecideRequestProps) {
  return what === "approve" ? (
    <Approve request={request} onClose={onClose} />
  ) : (
    <Refuse request={request} onClose={onClose} />
  );
}

interface OneProps {
  request: AgencyRequest;
  onClose: () => void;
}

function Approve({ request, onClose }: OneProps) {
  const { t } = useTranslation("organisations");
  const services = useServices();
  const name = request.fullName || request.username;
  const act = useAct(() => decide(services, request, undefined), {
    done: t("approve.done", { name, agency: request.agencyName }),
    refresh: ACCOUNT_NAMES,
  });
  return (
    <ConfirmDialog
      title={t("approve.question", { name, agency: request.agencyName })}
      action={t("approve")}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {t("approve.consequence")}
    </ConfirmDialog>
  );
}

function Refuse({ request, onClose }: OneProps) {
  const { t } = useTranslation("organisations");
  const services = useServices();
  const name = request.fullName || request.username;
  const form = useForm({ initial: { reason: "" }, required: ["reason"] });
  const save = useSave(form, {
    call: ({ reason }) => decide(services, request, reason),
    done: t("refuse.done", { name }),
    refresh: ACCOUNT_NAMES,
  });
  return (
    <EditDrawer
      title={t("refuse.title", { name })}
      action={t("refuse")}
      destructive
      form={form}
      save={save}
      onClose={onClose}
    >
      <Box>
        {t("refuse.about", { from: request.fromAgencyName ?? t("refuse.none"), to: request.agencyName })}
      </Box>
      <TextAreaField label={t("reason")} help={t("reasonHelp")} {...form.text("reason")} />
    </EditDrawer>
  );
}
