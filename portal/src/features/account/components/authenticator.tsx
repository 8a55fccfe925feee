import { Button, Flex, Text } from "@chakra-ui/react";
import { ShieldPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { useFormats } from "../../../i18n/use-formats";
import { Question } from "../../../kit/question";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { StatusMark } from "../../../ui/status-mark";
import { removeAuthenticator, type Factors } from "../queries";
import type { Errand } from "./errands";
import { Part } from "../../../ui/part";

interface AuthenticatorProps extends Pick<Factors, "authenticator"> {
  onOpen: (errand: Errand) => void;
}

/** The authenticator app, or why to add one. */
export function Authenticator({ authenticator, onOpen }: AuthenticatorProps) {
  const { t } = useTranslation("account");
  const { moment } = useFormats();
  return (
    <Part heading={t("app")}>
      {authenticator ? (
        <>
          <StatusMark look="on">{t("app.on")}</StatusMark>
          <Text marginTop="1" marginBottom="4" color="fg.muted">
            {t("app.since", { at: moment(authenticator.addedAt), used: moment(authenticator.usedAt) })}
          </Text>
          <Flex gap="3" wrap="wrap">
            <Button variant="outline" onClick={() => onOpen("add-authenticator")}>
              {t("app.replace")}
            </Button>
            <Button variant="outline" color="danger" onClick={() => onOpen("remove-authenticator")}>
              {t("app.remove")}
            </Button>
          </Flex>
        </>
      ) : (
        <>
          <Text marginTop="0" marginBottom="4">
            {t("app.none")}
          </Text>
          <Button onClick={() => onOpen("add-authenticator")}>
            <ShieldPlus size={16} aria-hidden />
            {t("app.add")}
          </Button>
        </>
      )}
    </Part>
  );
}

/** The question before the app is removed. The server refuses it while the account needs a second factor. */
export function RemoveAuthenticator({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  useErrand("remove-authenticator" satisfies Errand);
  return (
    <Question
      title={t("app.removeQuestion")}
      action={t("app.remove")}
      destructive
      call={() => removeAuthenticator(services)}
      done={t("app.removed")}
      refresh={FACTOR_NAMES}
      onClose={onClose}
    >
      {t("app.removeConsequence")}
    </Question>
  );
}
