import { Button, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { Row } from "../../../ui/row";
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
  const backup = backedUp ? (
    t("passkeys.backupSince", { at: changed })
  ) : (
    <Text as="span" color="warning">
      {t("passkeys.backupLost", { at: changed })}
    </Text>
  );
  return (
    <Row
      heading={name}
      lines={[
        keeper ? t("passkeys.keptBy", { keeper, place }) : place,
        backupChangedAt && backup,
        !discoverable && t("passkeys.secondOnly"),
        usedAt ? t("passkeys.used", { at, used: moment(usedAt) }) : t("passkeys.unused", { at }),
      ]}
      action={
        <Flex gap="2">
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
      }
    />
  );
}

function usePlace({ synced, backedUp }: Passkey): string {
  const { t } = useTranslation("account");
  if (!synced) return t("passkeys.oneDevice");
  return backedUp ? t("passkeys.backedUp") : t("passkeys.notBackedUp");
}
