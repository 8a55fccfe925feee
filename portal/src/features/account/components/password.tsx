import { Button, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { Part } from "../../../ui/part";
import { ChangePassword } from "./change-password";

/** The password of the account, if it has one. */
export function Password({ has }: { has: boolean }) {
  const { t } = useTranslation("account");
  const user = useUser();
  const [open, setOpen] = useState(false);
  return (
    <Part heading={t("password")}>
      <Text marginTop="0" marginBottom={has ? "4" : "0"} color="fg.muted">
        {t(has ? "password.what" : "password.none")}
      </Text>
      {has && (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t("password.change")}
        </Button>
      )}
      {open && user && <ChangePassword user={user} onClose={() => setOpen(false)} />}
    </Part>
  );
}
