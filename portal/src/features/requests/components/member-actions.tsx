import { Button, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { NONE } from "../../../i18n/use-formats";
import { MEMBER_ACTION } from "../member-queries";
import type { Member } from "../queries";
import type { MemberWork } from "./member-work";

/** T-23 to T-26: the buttons of a row, by its `actionId` (K-48). One's own row and the last manager's have none. */
export function MemberActions({ member, onOpen }: { member: Member; onOpen: (work: MemberWork) => void }) {
  const { t } = useTranslation("requests");
  const name = member.fullName || member.userName;
  const words = {
    approve: { text: t("approve"), label: t("approve.person", { name }) },
    reject: { text: t("reject"), label: t("reject.person", { name }) },
    extend: { text: t("extend"), label: t("extend.person", { name }) },
    remove: { text: t("delete"), label: t("delete.person", { name }) },
  };
  const offered = offers(member);
  if (offered.length === 0) return NONE;
  return (
    <Flex gap="2">
      {offered.map((what) => (
        <Button
          key={what}
          variant="outline"
          size="sm"
          aria-label={words[what].label}
          onClick={() => onOpen({ what, member })}
        >
          {words[what].text}
        </Button>
      ))}
    </Flex>
  );
}

/** A member who asks for more time can be extended by the button that extends. */
function offers({ actionId }: Member): ("approve" | "reject" | "extend" | "remove")[] {
  switch (actionId) {
    case MEMBER_ACTION.remove:
      return ["extend", "remove"];
    case MEMBER_ACTION.approve:
      return ["approve"];
    case MEMBER_ACTION.decide:
      return ["approve", "reject"];
    default:
      return [];
  }
}
