import { Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { sendWelcome } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

/** Sends the owner of a new account the link to choose a password again, after a question (C-042). */
export function SendWelcome({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const [failure, setFailure] = useState("");
  const name = personName(account);
  const act = useAct(() => sendWelcome(services, account.userId), {
    done: t("welcome.done", { name }),
    refresh: [],
    onFailure: (error) => setFailure(failureText(error)),
  });
  return (
    <ConfirmDialog
      title={t("welcome.question", { name })}
      action={t("welcome.send")}
      busy={act.busy}
      onConfirm={() => void act.run().then((sent) => sent && onClose())}
      onClose={onClose}
    >
      {t("welcome.consequence")}
      <Text role="alert" margin="0" {...(failure && { marginTop: "3" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}
