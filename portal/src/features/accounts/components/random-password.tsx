import { Button, Code, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { CopyButton } from "../../../ui/copy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { makeRandomPassword } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

/** Gives an account a password that is shown this one time (C-039, F-16). */
export function RandomPassword({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const services = useServices();
  const { moment } = useFormats();
  const [made, setMade] = useState<{ password: string; expiresAt: number }>();
  const name = personName(account);
  const act = useAct(
    async () => {
      const { path, data } = await makeRandomPassword(services, account.userId);
      setMade(data);
      // It stays in this dialog and in no cache.
      return { path, data: null };
    },
    { done: t("accounts:password.done"), refresh: ["accounts", "account"] },
  );
  if (made === undefined) {
    return (
      <ConfirmDialog
        title={t("accounts:password.question", { name })}
        action={t("accounts:password.make")}
        destructive
        busy={act.busy}
        onConfirm={() => void act.run()}
        onClose={onClose}
      >
        {t("accounts:password.consequence")}
      </ConfirmDialog>
    );
  }
  return (
    <DialogFrame
      role="alertdialog"
      title={t("accounts:password.shown", { name })}
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t("ui:close")}
        </Button>
      }
    >
      <Flex
        align="center"
        justify="space-between"
        gap="3"
        padding="3"
        border="1px solid"
        borderColor="border"
        borderRadius="control"
        background="bg.subtle"
      >
        <Code background="transparent" color="fg" fontSize="lg" userSelect="all" overflowWrap="anywhere">
          {made.password}
        </Code>
        <CopyButton text={made.password} label={t("accounts:password.label")} />
      </Flex>
      <Text marginTop="3" marginBottom="0" color="fg.muted">
        {t("accounts:password.once", { until: moment(made.expiresAt) })}
      </Text>
    </DialogFrame>
  );
}
