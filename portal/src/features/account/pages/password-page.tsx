import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { useUser } from "../../../access/user";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { ChangePassword } from "../components/change-password";
import { PATHS } from "../paths";

/** R-17, S-27: the form of the dialog on a page, also for people who must choose a password first (`?first`). */
export default function PasswordPage() {
  const { t } = useTranslation("account");
  const [params] = useSearchParams();
  const user = useUser();
  const navigate = useNavigate();
  const goOn = () => void navigate(params.has("first") ? "/" : PATHS.security);
  return (
    <>
      <PageHeader title={usePageTitle()} />
      {user && (
        <Part heading={t("password")}>
          {params.has("first") && (
            <Text marginTop="0" marginBottom="4">
              {t("password.first")}
            </Text>
          )}
          {user.hasPassword ? (
            <ChangePassword user={user} onChanged={goOn} />
          ) : (
            <Text margin="0">{t("password.none")}</Text>
          )}
        </Part>
      )}
    </>
  );
}
