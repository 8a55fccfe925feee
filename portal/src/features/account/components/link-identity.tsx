import { Text } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { needsStepUp } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { browser } from "../browser";
import { beginIdentity, type Provider } from "../identity-queries";
import { LINK_IDENTITY } from "./errands";

/** What follows, before the browser goes to the provider. */
export function LinkIdentity({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const { id, label } = provider;
  useErrand(LINK_IDENTITY + id);
  const going = useMutation({
    mutationFn: () => beginIdentity(services, id),
    onSuccess: (address) => browser.goTo(address),
    onError: (error) => {
      // Another dialog asks for that.
      if (needsStepUp(error)) onClose();
    },
    meta: { ownMessage: true },
  });
  const failure = going.error && !needsStepUp(going.error) ? failureText(going.error) : "";
  return (
    <ConfirmDialog
      title={t("identities.link", { provider: label })}
      action={t("identities.goOn")}
      busy={going.isPending || going.isSuccess}
      onConfirm={() => going.mutate()}
      onClose={onClose}
    >
      {t("identities.trip", { provider: label })}
      <Text role="alert" margin="0" {...(failure && { marginTop: "3" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}
