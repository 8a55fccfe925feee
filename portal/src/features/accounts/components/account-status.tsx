import { Flex } from "@chakra-ui/react";
import { CircleCheck, CirclePause, CircleSlash, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DISABLED, PROCESSING, type AccountRow } from "../queries";

type Shown = Pick<AccountRow, "accountStatus" | "expired">;

const LOOKS: Record<"enabled" | "processing" | "disabled" | "expired", { icon: LucideIcon; color: string }> =
  {
    enabled: { icon: CircleCheck, color: "success" },
    processing: { icon: CirclePause, color: "warning" },
    disabled: { icon: CircleSlash, color: "danger" },
    expired: { icon: CircleSlash, color: "warning" },
  };

/** Whether somebody can sign in with an account, in a word and a colour. */
export function AccountStatus({ account }: { account: Shown }) {
  const { t } = useTranslation("accounts");
  const kind = kindOf(account);
  const { icon: Icon, color } = LOOKS[kind];
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" color={color} whiteSpace="nowrap">
      <Icon size={14} aria-hidden />
      {t(`status.${kind}`)}
    </Flex>
  );
}

function kindOf({ accountStatus, expired }: Shown): keyof typeof LOOKS {
  if (accountStatus === DISABLED) return "disabled";
  if (accountStatus === PROCESSING) return "processing";
  return expired ? "expired" : "enabled";
}
