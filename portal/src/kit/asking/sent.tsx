import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { Wanted } from "./queries";

/** What happens with a request that was sent (D-20, X-22, F-62): the contract's words, who decides, and by when. */
export function Sent({ group: { groupAdmin, decideBy } }: { group: Wanted }) {
  const { t } = useTranslation("asking");
  const { day, joined } = useFormats();
  return (
    <>
      <Text margin="0">{t("Your appication is in progress, please wait for approval.")}</Text>
      <Text margin="0" marginTop="3">
        {t("approvers", { names: joined(groupAdmin) || t("approvers.none") })}
      </Text>
      <Text margin="0">{t("sent.decide", { day: day(decideBy) })}</Text>
    </>
  );
}
