import { Button, Text } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { needsStepUp } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useErrand, useResumed } from "../../../api/use-errand";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { Part } from "../../../ui/part";
import { browser } from "../browser";
import { deleteOwnAccount } from "../own-queries";
import { DELETED } from "../paths";
import { DELETE_OWN } from "./errands";

/** The way out, where the settings offer it: what deleting the account means, and the button. */
export function DeleteOwn() {
  const { t } = useTranslation("account");
  const { config } = useServices();
  const resumed = useResumed();
  const [open, setOpen] = useState(resumed === DELETE_OWN);
  if (!config.selfDelete) return null;
  return (
    <Part heading={t("delete")}>
      <Text marginTop="0" marginBottom="4">
        {t("delete.what", { days: config.deletionDays })}
      </Text>
      <Button variant="outline" color="danger" onClick={() => setOpen(true)}>
        {t("delete.do")}
      </Button>
      {open && <DeleteQuestion onClose={() => setOpen(false)} />}
    </Part>
  );
}

/** The deletion ends this session too, so no list is fetched after it: every tab of this browser leaves. */
function DeleteQuestion({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const verified = useUser()?.emailVerified;
  const emailed = services.config.mail && verified;
  useErrand(DELETE_OWN);
  const leave = useMutation({
    mutationFn: () => deleteOwnAccount(services),
    onSuccess: async ({ data }) => {
      await services.session.end(() => Promise.resolve());
      browser.goTo(data.emailed ? DELETED : `${DELETED}?by=administrator`);
    },
    onError: (error) => {
      // Another dialog asks for that.
      if (needsStepUp(error)) onClose();
    },
    meta: { ownMessage: true },
  });
  const failure = leave.error ? failureText(leave.error) : "";
  return (
    <ConfirmDialog
      title={t("delete.question")}
      action={t("delete.do")}
      destructive
      busy={leave.isPending || leave.isSuccess}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      {t(emailed ? "delete.consequence" : "delete.consequenceAdministrator", {
        days: services.config.deletionDays,
      })}
      <Text role="alert" margin="0" {...(failure && { marginTop: "3" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}
