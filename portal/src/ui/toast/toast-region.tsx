import { Box, Button, Flex } from "@chakra-ui/react";
import { Info, TriangleAlert, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import { currentToasts, dismissToast, subscribeToasts } from "./toast-store";

/** Where toasts appear; always in the page, so that a screen reader hears what is added. */
export function ToastRegion() {
  const { t } = useTranslation("ui");
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  return (
    <Flex
      role="status"
      aria-live="polite"
      direction="column"
      gap="2"
      position="fixed"
      zIndex="toast"
      insetInline={{ base: "4", sm: "auto" }}
      insetInlineEnd={{ sm: "6" }}
      bottom={{ base: "4", sm: "6" }}
      pointerEvents="none"
    >
      {toasts.map(({ id, tone, text, action }) => (
        <Flex
          key={id}
          align="center"
          gap="2.5"
          maxWidth="420px"
          paddingBlock="2"
          paddingInlineStart="4"
          paddingInlineEnd="2"
          border="1px solid"
          borderColor="border"
          borderRadius="card"
          background="bg.panel"
          boxShadow="float"
          fontSize="md"
          pointerEvents="auto"
          animation="rise 160ms cubic-bezier(0.2, 0, 0, 1)"
        >
          <Box color={tone === "warning" ? "warning" : "accent.fg"} flexShrink="0">
            {tone === "warning" ? <TriangleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />}
          </Box>
          <Box flex="1">
            {text}{" "}
            {action && (
              <Button variant="plain" onClick={action.run}>
                {action.text}
              </Button>
            )}
          </Box>
          <IconButton label={t("close")} onClick={() => dismissToast(id)}>
            <X size={16} aria-hidden />
          </IconButton>
        </Flex>
      ))}
    </Flex>
  );
}
