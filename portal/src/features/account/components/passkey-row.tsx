import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Passkey } from "../passkey-queries";

interface PasskeyRowProps {
  passkey: Passkey;
  onOpen: (what: "rename" | "remove") => void;
}

/** A passkey: where it is, since when, and when it was used. */
export function PasskeyRow({ passkey, onOpen }: PasskeyRowProps) {
  const { t } = useTranslation("account");
  const { moment } = useFormats();
  const { name, keeper, discoverable, backedUp, backupChangedAt, addedAt, usedAt } = passkey;
  const at = moment(addedAt);
  const place = usePlace(passkey);
  const changed = moment(backupChangedAt);
  return (
    <Flex
      as="li"
      gap="3"
      direction={{ base: "column", sm: "row" }}
      align={{ base: "stretch", sm: "flex-start" }}
      justify="space-between"
      paddingBlock="3"
      _notLast={{ borderBottom: "1px solid", borderColor: "border" }}
      _last={{ paddingBottom: "0" }}
    >
      <Box minWidth="0" overflowWrap="anywhere">
        <Text margin="0" fontWeight="medium">
          {name}
        </Text>
        <Text margin="0" fontSize="sm" color="fg.muted">
          {keeper ? t("passkeys.keptBy", { keeper, place }) : place}
        </Text>
        {backupChangedAt && (
          <Text margin="0" fontSize="sm" color={backedUp ? "fg.muted" : "warning"}>
            {backedUp
              ? t("passkeys.backupSince", { at: changed })
              : t("passkeys.backupLost", { at: changed })}
          </Text>
        )}
        {!discoverable && (
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("passkeys.secondOnly")}
          </Text>
        )}
        <Text margin="0" fontSize="sm" color="fg.muted">
          {usedAt ? t("passkeys.used", { at, used: moment(usedAt) }) : t("passkeys.unused", { at })}
        </Text>
      </Box>
      <Flex gap="2" flexShrink="0">
        <Button
          size="sm"
          variant="outline"
          aria-label={t("passkeys.renameOf", { name })}
          onClick={() => onOpen("rename")}
        >
          {t("passkeys.rename")}
        </Button>
        <Button
          size="sm"
          variant="outline"
          color="danger"
          aria-label={t("passkeys.removeOf", { name })}
          onClick={() => onOpen("remove")}
        >
          {t("passkeys.remove")}
        </Button>
      </Flex>
    </Flex>
  );
}

function usePlace({ synced, backedUp }: Passkey): string {
  const { t } = useTranslation("account");
  if (!synced) return t("passkeys.oneDevice");
  return backedUp ? t("passkeys.backedUp") : t("passkeys.notBackedUp");
}
