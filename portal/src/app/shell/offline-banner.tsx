import { Box, Button, Flex } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { headerHeight } from "./header-height";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shown while the browser is offline; it stays in sight when the page scrolls. */
export function OfflineBanner() {
  const { t } = useTranslation("shell");
  const queries = useQueryClient();
  const { session } = useServices();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // Below the header, and on a narrow screen below its bar of places.
    <Box
      role="status"
      position="sticky"
      top={headerHeight(session.signedIn)}
      // Above the page and below what opens from the header.
      zIndex="9"
    >
      {!online && (
        <Flex
          align="center"
          justify="center"
          gap="3"
          paddingBlock="2"
          paddingInline="4"
          background="warning.subtle"
          color="fg"
          fontSize="md"
        >
          <Flex align="center" gap="2">
            <Box flexShrink="0">
              <WifiOff size={16} aria-hidden />
            </Box>
            {t("offline.text")}
          </Flex>
          <Button
            variant="plain"
            size="sm"
            color="fg"
            flexShrink="0"
            whiteSpace="nowrap"
            onClick={() => void queries.refetchQueries()}
          >
            {t("offline.retry")}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
