import { Box, Button, Flex } from "@chakra-ui/react";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../../i18n/marks";
import { setToastRoom } from "../../theme/toast-room";
import { IconButton } from "../icon-button";
import { currentToasts, dismissToast, holdToast, releaseToast, subscribeToasts } from "./toast-store";

/** The space above and below the toasts. */
const MARGINS = 32;

/**
 * The place of the toasts. It is always in the document and outside the React root, like dialogs, so that screen
 * readers read new toasts even while a dialog is open. Toasts must not cover the focus (WCAG 2.2, 2.4.11), nor the only
 * button: with `TOAST_ROOM` the page scrolls that far. While a dialog hides the page, the toasts are at the top, and
 * the dialog leaves room.
 */
export function ToastRegion() {
  const { t } = useTranslation("ui");
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = toasts.length > 0 ? (region.current?.offsetHeight ?? 0) + MARGINS : 0;
    setToastRoom(height);
    if (height > 0) uncoverFocus(region.current);
  }, [toasts]);
  return createPortal(
    <Flex
      ref={region}
      role="status"
      aria-live="polite"
      direction="column"
      gap="2"
      position="fixed"
      zIndex="toast"
      insetInline={{ base: "4", sm: "auto" }}
      insetInlineEnd={{ sm: "6" }}
      bottom={{ base: "4", sm: "6" }}
      css={{
        "html:has([aria-modal=true]) &": { top: "4", bottom: "auto" },
        // On a phone all of them are at the bottom.
        smDown: { "html:has([role=dialog]) &": { top: "4", bottom: "auto" } },
      }}
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
          onPointerEnter={() => holdToast(id, "pointer")}
          onPointerLeave={() => releaseToast(id, "pointer")}
          onFocus={() => holdToast(id, "focus")}
          onBlur={({ currentTarget }) => {
            // The focus stays on a button when its window loses the focus.
            if (!currentTarget.contains(document.activeElement)) releaseToast(id, "focus");
          }}
        >
          {tone !== "info" && (
            <Box color={tone === "warning" ? "warning" : "success"} flexShrink="0">
              {tone === "warning" ? (
                <TriangleAlert size={18} aria-hidden />
              ) : (
                <CircleCheck size={18} aria-hidden />
              )}
            </Box>
          )}
          <Box flex="1">
            {text}
            {sentenceGap()}
            {action && (
              <Button
                variant="plain"
                onClick={() => {
                  dismissToast(id);
                  action.run();
                }}
              >
                {action.text}
              </Button>
            )}
          </Box>
          <IconButton label={t("close")} onClick={() => dismissToast(id)}>
            <X size={16} aria-hidden />
          </IconButton>
        </Flex>
      ))}
    </Flex>,
    document.body,
  );
}

/** Scrolls the control with the focus out from under new toasts; the page leaves room at its end. */
function uncoverFocus(region: HTMLElement | null) {
  const focused = document.activeElement;
  if (!region || !focused || !document.querySelector("main")?.contains(focused)) return;
  const [over, under] = [region.getBoundingClientRect(), focused.getBoundingClientRect()];
  const apart = under.bottom <= over.top || under.top >= over.bottom || under.right <= over.left;
  // A part of the page that is higher than the screen is no control.
  if (!apart && under.height < over.top) focused.scrollIntoView({ block: "nearest" });
}
