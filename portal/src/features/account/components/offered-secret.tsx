import { Box, Button, Code, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { CopyButton } from "../../../ui/copy-button";

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
          {/* Cameras need dark on white, also at night. */}
          <Box alignSelf="center" padding="3" borderRadius="control" background="white" lineHeight="0">
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`}
              alt={t("app.qr")}
              width={200}
              height={200}
            />
          </Box>
        </>
      )}
      <Button asChild variant="plain" alignSelf="center">
        <a href={uri}>{t("app.openHere")}</a>
      </Button>
      <Text margin="0">{t("app.type")}</Text>
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
        <Code background="transparent" color="fg" fontSize="md" userSelect="all" overflowWrap="anywhere">
          {secret}
        </Code>
        <CopyButton text={secret.replaceAll(" ", "")} label={t("app.key")} />
      </Flex>
    </Flex>
  );
}
