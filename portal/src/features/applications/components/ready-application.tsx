import { Box, Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { CopyBox } from "../../../ui/copy-box";
import { DialogFrame } from "../../../ui/dialog-frame";

interface ReadyApplicationProps {
  name: string;
  clientId: string;
  /** Shown only now; undefined for an application without one. */
  secret?: string | undefined;
  onClose: () => void;
}

const PRODUCTS = "/operation-access/product-list";

/** What the developer of an application that was just added enters there, and what comes next here. */
export function ReadyApplication({ name, clientId, secret, onClose }: ReadyApplicationProps) {
  const { t } = useTranslation(["applications", "ui"]);
  const { issuer } = useServices().config;
  const addsProducts = useCan()("operation_access.ProductManagement.ProductList.add");
  const values = [
    { label: t("applications:ready.clientId"), text: clientId },
    ...(secret ? [{ label: t("applications:secret"), text: secret }] : []),
    { label: t("applications:ready.issuer"), text: issuer },
    {
      label: t("applications:ready.discovery"),
      text: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    },
  ];
  return (
    <DialogFrame
      role="alertdialog"
      title={t("applications:ready", { name })}
      width="560px"
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t("ui:close")}
        </Button>
      }
    >
      <Text margin="0">{t("applications:ready.what")}</Text>
      {values.map(({ label, text }) => (
        <Box key={label} marginTop="3">
          <Text margin="0 0 4px" fontSize="sm" fontWeight="medium">
            {label}
          </Text>
          <CopyBox text={text} label={label} />
        </Box>
      ))}
      {secret && (
        <Text marginTop="3" marginBottom="0" color="fg.muted">
          {t("applications:secret.once")}
        </Text>
      )}
      <Text marginTop="3" marginBottom="0" color="fg.muted">
        {t("applications:ready.next")}{" "}
        {addsProducts && <Link to={PRODUCTS}>{t("applications:ready.toProducts")}</Link>}
      </Text>
    </DialogFrame>
  );
}
