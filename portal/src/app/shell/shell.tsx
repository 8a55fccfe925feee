import { Box, Flex } from "@chakra-ui/react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, Outlet, useLocation, useNavigationType } from "react-router";
import { usePageHandle } from "../../access/nav";
import { useServices } from "../../api/services";
import { loadTexts } from "../../i18n/i18n";
import { TOAST_ROOM } from "../../theme/toast-room";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { ToastRegion } from "../../ui/toast/toast-region";
import { useAccountLanguage } from "./use-account-language";
import { useDocumentTitle } from "./use-document-title";
import { Footer } from "./footer";
import { Header } from "./header";
import { headerHeight } from "./header-height";
import { OfflineBanner } from "./offline-banner";

const MAIN = "main";

/** Loads with the first page that has an entry in it. */
const SideMenu = lazyPart(
  async () => {
    const [menu] = await Promise.all([import("../menu/side-menu"), loadTexts(["menu"])]);
    return menu;
  },
  <Box width={{ lg: "60" }} minHeight="14" flexShrink="0" />,
);

/** Header, side menu and footer around every page. `children` replaces the page if the whole route failed. */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("shell");
  const { session } = useServices();
  useDocumentTitle();
  useAccountLanguage();
  useFocusOnArrival();
  const hasMenu = usePageHandle()?.page.nav !== undefined;
  return (
    <>
      <SkipLink text={t("skip")} />
      <Header />
      <OfflineBanner />
      <Flex flex="1" direction={{ base: "column", lg: "row" }} width="full">
        {hasMenu && <SideMenu />}
        <Flex
          as="main"
          id={MAIN}
          tabIndex={-1}
          direction="column"
          flex="1"
          width="full"
          minWidth="0"
          // Lists of the administration use the width; text and cards stay narrow enough to read.
          maxWidth={hasMenu ? "1680px" : "1248px"}
          marginInline="auto"
          paddingBlock={{ base: "5", sm: "6" }}
          paddingInline={{ base: "4", sm: "6" }}
          outline="0"
          css={{ "--header": headerHeight(session.signedIn) }}
        >
          {children ?? <Outlet />}
        </Flex>
      </Flex>
      <Footer />
      <Box height={TOAST_ROOM} flexShrink="0" />
      <ToastRegion />
    </>
  );
}

function SkipLink({ text }: { text: string }) {
  return (
    <Box
      asChild
      position="absolute"
      left="4"
      top="-16"
      zIndex="toast"
      padding="3"
      borderRadius="control"
      background="accent"
      color="accent.contrast"
      fontSize="md"
      _focus={{ top: "2" }}
    >
      <a href={`#${MAIN}`}>{text}</a>
    </Box>
  );
}

/** Moves the focus to a new page, or to its part that the address names, for keyboards and screen readers. */
function useFocusOnArrival() {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // After Back and Forward the browser scrolls to where the reader was.
    if (kind !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
    document.getElementById(hash.slice(1) || MAIN)?.focus({ preventScroll: !hash });
  }, [pathname, hash, kind]);
}
