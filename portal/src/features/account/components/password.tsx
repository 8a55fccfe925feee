import { Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useUser } from "../../../access/user";
import { Part } from "../../../ui/part";
import { PASSWORD } from "../paths";
import { ChangePassword } from "./change-password";

/** Opens the dialog: the menu of the person leads here (D-21). */
const DIALOG = "change-password";

/** The password of the account, if it has one. */
export function Password({ has }: { has: boolean }) {
  const { t } = useTranslation("account");
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const close = () => setParams((given) => (given.delete(DIALOG), given), { replace: true });
  return (
    <Part heading={t("password")}>
      <Text marginTop="0" marginBottom={has ? "4" : "0"} color="fg.muted">
        {t(has ? "password.what" : "password.none")}
      </Text>
      {has && (
        <Button asChild variant="outline">
          <Link to={PASSWORD}>{t("password.change")}</Link>
        </Button>
      )}
      {has && params.has(DIALOG) && user && <ChangePassword user={user} onClose={close} />}
    </Part>
  );
}
