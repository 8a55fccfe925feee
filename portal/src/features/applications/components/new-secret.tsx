import { Box, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isPassing } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { ShownOnce } from "../../../ui/shown-once";
import { makeSecret, NAMES } from "../queries";
import type { ApplicationName, Open } from "./application-actions";

interface NewSecretProps {
  application: ApplicationName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** Gives an application a new secret, and leaves the previous one valid if the reader wants that. */
export function NewSecret({ application, onOpen, onClose }: NewSecretProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const [keep, setKeep] = useState(true);
  const [failure, setFailure] = useState("");
  const { client_id: clientId, name } = application;
  const act = useAct(
    () =>
      makeSecret(services, clientId, keep, ({ secret }) => {
        if (secret) onOpen({ what: "secret", name, secret });
      }),
    {
      done: t("secret.done"),
      refresh: NAMES,
      onFailure: (error) =>
        setFailure([failureText(error), ...(isPassing(error) ? [t("secret.unsure")] : [])].join("\n")),
    },
  );
  return (
    <ConfirmDialog
      title={t("secret.question", { name })}
      action={t("secret.make")}
      destructive={!keep}
      busy={act.busy}
      onConfirm={() => void act.run()}
      onClose={onClose}
    >
      {t("secret.consequence")}
      <Box marginTop="4">
        <CheckboxField
          label={t("secret.keep")}
          help={keep ? t("secret.keepHelp") : t("secret.dropHelp")}
          checked={keep}
          onChange={(event) => setKeep(event.target.checked)}
        />
      </Box>
      <Text role="alert" margin="0" whiteSpace="pre-line" {...(failure && { marginTop: "4" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}

interface ShownSecretProps {
  name: string;
  secret: string;
  onClose: () => void;
}

/** Shows the secret of an application, once. */
export function ShownSecret({ name, secret, onClose }: ShownSecretProps) {
  const { t } = useTranslation("applications");
  return (
    <ShownOnce title={t("secret.shown", { name })} text={secret} label={t("secret")} onClose={onClose}>
      {t("secret.once")}
    </ShownOnce>
  );
}
