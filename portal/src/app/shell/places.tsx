import { Box, Flex, VisuallyHidden } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { groupNoticeQuery } from "../../access/group-notice";
import { administers } from "../../access/nav";
import { isInSection, SECTIONS } from "../../access/sections";
import { useUser } from "../../access/user";
import { useServices } from "../../api/services";
import { useQuiet } from "../../api/use-quiet";
import { FORCED } from "../../theme/forced-colors";

/** Higher numbers are shown as `99+`. */
const MOST = 99;

/** The pages about groups and requests; their tabs lead from one to the other. */
const ASKING = /^\/(my-groups|my-access|my-requests|my-overview|requests|ask)(\/|$)/;

/**
 * Home, catalogue, requests and administration, in words: in the header, and on a narrow screen in a bar below it. The badge counts
 * the requests that wait for the reader (S-04, G-17).
 */
export function Places() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const user = useUser();
  const waiting = useQuery({ ...groupNoticeQuery(useServices()), enabled: useQuiet() }).data?.notify ?? 0;
  return (
    <Flex as="nav" aria-label={t("places.label")} css={BAR}>
      <Place to="/" current={pathname === "/"}>
        {t("places.home")}
      </Place>
      <Place to="/catalogue" current={pathname === "/catalogue"}>
        {t("places.catalogue")}
      </Place>
      <Place to={waiting > 0 ? "/requests" : "/my-requests"} current={ASKING.test(pathname)}>
        <span aria-hidden={waiting > 0}>{t("places.requests")}</span>
        {waiting > 0 && (
          <>
            <Box as="span" aria-hidden css={BADGE}>
              {waiting > MOST ? `${MOST}+` : waiting}
            </Box>
            <VisuallyHidden>{t("places.waiting", { count: waiting })}</VisuallyHidden>
          </>
        )}
      </Place>
      {user && administers(user) && (
        <Place to={SECTIONS.accounts} current={isInSection(pathname)}>
          {t("places.administration")}
        </Place>
      )}
    </Flex>
  );
}

interface PlaceProps {
  to: string;
  current: boolean;
  children: ReactNode;
}

function Place({ to, current, children }: PlaceProps) {
  const { pathname } = useLocation();
  return (
    <Flex asChild css={PLACE}>
      <Link to={to} {...(current && { "aria-current": pathname === to ? "page" : "true" })}>
        {children}
      </Link>
    </Flex>
  );
}

const BAR = {
  gap: "1",
  position: { base: "absolute", lg: "static" },
  top: "100%",
  insetInline: "0",
  height: { base: "11", lg: "9" },
  marginInlineStart: { lg: "3" },
  paddingInline: { base: "clamp(4px, (100vw - 307px) / 8, 6px)", sm: "3.5", lg: "0" },
  alignItems: "center",
  // Four words may be wider than a phone.
  overflowX: { base: "auto", lg: "visible" },
  background: "bg.panel",
  borderBottom: { base: "1px solid {colors.border}", lg: "0" },
};

const PLACE = {
  alignItems: "center",
  gap: "1.5",
  minHeight: "9",
  // Four words fit on 320 pixels.
  paddingInline: "clamp(4px, (100vw - 307px) / 8, 10px)",
  borderRadius: "control",
  fontSize: "md",
  fontWeight: "medium",
  color: "fg.muted",
  textDecoration: "none",
  whiteSpace: "nowrap",
  _hover: { color: "fg", background: "bg.subtle" },
  "&[aria-current]": { color: "accent.fg", ...FORCED },
};

const BADGE = {
  minWidth: "5",
  paddingInline: "1.5",
  borderRadius: "full",
  background: "accent",
  color: "accent.contrast",
  fontSize: "xs",
  fontWeight: "semibold",
  lineHeight: "20px",
  textAlign: "center",
  fontVariantNumeric: "tabular-nums",
};
