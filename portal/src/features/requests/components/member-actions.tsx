import { Button, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { extendMember, MEMBER_ACTION } from "../member-queries";
import { DECIDED, type Member } from "../queries";
import type { MemberWork } from "./member-work";
import { NoAction } from "./no-action";

/** T-23 to T-26: the buttons of a row, by its `actionId` (K-48). One's own row and the last manager's have none. */
export function MemberActions({ member, onOpen }: { member: Member; onOpen: (work: MemberWork) => void }) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const { busy, extend } = useExtension(member);
  const name = member.fullName || member.userName;
  const soon = Boolean(member.extendsTo);
  const words = {
    approve: { text: t("approve"), label: t("approve.person", { name }) },
    reject: { text: t("reject"), label: t("reject.person", { name }) },
    extendNow: {
      text: t("extend.to", { day: day(member.extendsTo ?? "") }),
      label: t("extend.personTo", { name, day: day(member.extendsTo ?? "") }),
    },
    extend: extendWords(),
    remove: { text: t("delete"), label: t("delete.person", { name }) },
  };
  function extendWords() {
    // A day would shorten a membership without an end.
    if (!member.endsOn) return { text: t("setEnd"), label: t("setEnd.person", { name }) };
    return soon
      ? { text: t("extend.other"), label: t("extend.otherOf", { name }) }
      : { text: t("extend"), label: t("extend.person", { name }) };
  }
  const offered = offers(member);
  if (offered.length === 0) return <NoAction />;
  return (
    <Flex gap="2" wrap={{ base: "wrap", lg: "nowrap" }}>
      {offered.map((what, index) => (
        <Button
          // The first button keeps the focus when the membership no longer ends soon.
          key={index}
          variant="outline"
          size="sm"
          {...((what === "reject" || what === "remove") && { color: "danger" })}
          aria-label={words[what].label}
          aria-busy={what === "extendNow" && busy}
          onClick={() => (what === "extendNow" ? extend() : onOpen({ what, member }))}
        >
          {words[what].text}
        </Button>
      ))}
    </Flex>
  );
}

/**
 * Extends a membership that ends soon, in one click, to the day that the server proposes. The toast takes it back if the
 * server will accept the old day again.
 */
function useExtension(member: Member) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const services = useServices();
  const { endsOn, extendsTo, canUndo } = member;
  const name = member.fullName || member.userName;
  const lasts = (until: string) => t("extend.lasts", { name, day: day(until) });
  const forward = { from: endsOn ?? "", until: extendsTo ?? "" };
  const set = async ({ from, until }: typeof forward) => ({
    ...(await extendMember(services, member, until, from)),
    data: until,
  });
  const back = useAct(set, { done: lasts, refresh: DECIDED });
  // By then the row may show the new day, so both days are handed on.
  const undo = {
    text: t("extend.undo"),
    run: () => void back.run({ from: forward.until, until: forward.from }),
  };
  const act = useAct(set, { done: lasts, refresh: DECIDED, ...(canUndo && { undo }) });
  return {
    busy: act.busy,
    extend: () => {
      if (!act.busy) void act.run(forward);
    },
  };
}

type Offered = "approve" | "reject" | "extendNow" | "extend" | "remove";

/** A member who asks for more time can be extended by the button that extends. */
export function offers({ actionId, extendsTo }: Member): Offered[] {
  switch (actionId) {
    case MEMBER_ACTION.remove:
      return extendsTo ? ["extendNow", "extend", "remove"] : ["extend", "remove"];
    case MEMBER_ACTION.approve:
      return ["approve"];
    case MEMBER_ACTION.decide:
      return ["approve", "reject"];
    default:
      return [];
  }
}
