import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { CopyBox } from "../../../ui/copy-box";
import { QrCode } from "../../../ui/qr-code";

interface OfferedSecretProps {
  offer: components["schemas"]["AuthenticatorOffer"];
  replaces: boolean;
  again: boolean;
}

/** The secret of a new app: to scan, to open on this device, or to type. */
export function OfferedSecret({ offer, replaces, again }: OfferedSecretProps) {
  const { t } = useTranslation("account");
  const { qr, uri, secret } = offer;
  return (
    <Flex direction="column" gap="3">
      {again && <Text margin="0">{t("app.again")}</Text>}
      {replaces && (
        <Text margin="0" color="fg.muted">
          {t("app.earlier")}
        </Text>
      )}
      {qr && (
        <>
          <Text margin="0">{t("app.scan")}</Text>
          <Box alignSelf="center">
            {/* The dialog fits on a screen of 768 pixels. */}
            <QrCode svg={qr} label={t("app.qr")} size={160} />
          </Box>
        </>
      )}
      <Button asChild variant="plain" alignSelf="center">
        <a href={uri}>{t("app.openHere")}</a>
      </Button>
      <Text margin="0">{t("app.type")}</Text>
      <CopyBox text={secret} copied={secret.replaceAll(" ", "")} label={t("app.key")} />
    </Flex>
  );
}
