import { Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { groupNoticeQuery } from "../../access/group-notice";
import { useUser } from "../../access/user";
import { useServices } from "../../api/services";
import { useFormats } from "../../i18n/use-formats";
import { ROW, showCurrent, showFocused, TAB } from "../page-tabs";

const DECIDERS = ["groupManager", "admin", "superAdmin"] as const;

/** The tabs above the pages for groups and requests. */
export function AskingTabs() {
  const { t } = useTranslation("asking");
  const { number } = useFormats();
  const { data } = useQuery(groupNoticeQuery(useServices()));
  const waiting = data?.notify ?? 0;
  const roles = useUser()?.roles ?? [];
  const isHere = useLocation().pathname === "/requests";
  // Also a stand-in, while something waits.
  const decides = isHere || waiting > 0 || DECIDERS.some((role) => roles.includes(role));
  const queue = waiting > 0 ? t("tabs.waiting", { number: number(waiting) }) : t("tabs.queue");
  const tabs = [
    { to: "/my-requests", label: t("tabs.mine") },
    { to: "/my-groups", label: t("tabs.groups") },
    ...(decides ? [{ to: "/requests", label: queue }] : []),
    { to: "/my-access", label: t("tabs.access") },
    ...(roles.includes("groupManager") ? [{ to: "/my-overview", label: t("tabs.figures") }] : []),
  ];
  const row = useRef<HTMLDivElement>(null);
  // The numbers come later, and make the row wider.
  useLayoutEffect(() => showCurrent(row.current), [decides, queue]);
  return (
    <Flex as="nav" ref={row} onFocus={showFocused} aria-label={t("tabs.label")} css={ROW}>
      {tabs.map(({ to, label }) => (
        <Flex key={to} asChild css={TAB}>
          {/* The pages of one group belong to the list of groups. */}
          <NavLink to={to}>{label}</NavLink>
        </Flex>
      ))}
    </Flex>
  );
}
