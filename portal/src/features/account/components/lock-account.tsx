import { Text } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { browser } from "../browser";
import { lockAccount } from "../own-queries";
import { LOCKED } from "../paths";

/**
 * The question before the owner locks the account. The lock ends this session too, so no list is fetched after it:
 * every tab of this browser leaves.
 */
export function LockAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const lock = useMutation({
    mutationFn: () => lockAccount(services),
    onSuccess: async () => {
      await services.session.end(() => Promise.resolve());
      browser.goTo(LOCKED);
    },
    meta: { ownMessage: true },
  });
  const failure = lock.error ? failureText(lock.error) : "";
  return (
    <ConfirmDialog
      title={t("lock.question")}
      action={t("lock.do")}
      destructive
      busy={lock.isPending || lock.isSuccess}
      onConfirm={() => lock.mutate()}
      onClose={onClose}
    >
      {t("lock.consequence")}
      <Text role="alert" margin="0" {...(failure && { marginTop: "3" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}
