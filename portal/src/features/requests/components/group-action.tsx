import { Button, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { inBrackets } from "../../../i18n/marks";
import { useAct } from "../../../kit/use-act";
import { ASKED } from "../../../kit/asking/queries";
import { askForMoreTime, GROUP_ACTION, type MyGroup } from "../queries";
import { NoAction } from "./no-action";

export interface GroupWork {
  what: "apply" | "leave";
  group: MyGroup;
}

/** On a phone the buttons of all rows have one width. */
const ONE_WIDTH = { size: "sm", minWidth: { base: "28", md: "0" } } as const;

/** T-17 to T-20: what a row offers, by its `actionId` (K-47). Processing is a text (F-47). */
export function GroupAction({ group, onOpen }: { group: MyGroup; onOpen: (work: GroupWork) => void }) {
  const { t } = useTranslation(["requests", "asking"]);
  const name = group.groupName;
  switch (group.actionId) {
    case GROUP_ACTION.apply:
      return (
        <Button
          variant="outline"
          {...ONE_WIDTH}
          aria-label={t("requests:apply.for", { name })}
          onClick={() => onOpen({ what: "apply", group })}
        >
          {t("asking:apply")}
        </Button>
      );
    case GROUP_ACTION.leave:
      return (
        <Flex gap="2" direction={{ base: "column", md: "row" }} align={{ base: "flex-start", md: "center" }}>
          <Extend group={group} />
          <Button
            variant="ghost"
            {...ONE_WIDTH}
            aria-label={t("requests:leave.of", { name })}
            onClick={() => onOpen({ what: "leave", group })}
          >
            {t("requests:leave")}
          </Button>
        </Flex>
      );
    case GROUP_ACTION.manage:
      return (
        <Button asChild variant="outline" {...ONE_WIDTH}>
          <Link
            to={`/my-groups/${encodeURIComponent(group.groupId)}`}
            aria-label={t("requests:manage.of", { name })}
          >
            {t("requests:manage")}
            {group.applyCount > 0 && inBrackets(group.applyCount)}
          </Link>
        </Button>
      );
    default:
      // Nobody leaves what a corporate provider gives.
      return group.source ? <NoAction /> : t("requests:processing");
  }
}

/** Asks the managers for more time, in one click, if the membership ends and nobody has been asked yet. */
function Extend({ group }: { group: MyGroup }) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const name = group.groupName;
  const extend = useAct(() => askForMoreTime(services, group.groupId), {
    done: t("extend.asked", { name }),
    refresh: ASKED,
  });
  if (!group.endsOn || group.requestId) return null;
  return (
    <Button
      variant="outline"
      {...ONE_WIDTH}
      aria-label={t("extend.of", { name })}
      aria-busy={extend.busy}
      onClick={() => {
        if (!extend.busy) void extend.run();
      }}
    >
      {t("extend")}
    </Button>
  );
}
