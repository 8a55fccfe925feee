import { Button, Flex, Text } from "@chakra-ui/react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../../i18n/marks";
import { TOAST_ROOM } from "../../theme/toast-room";

interface SelectionBarProps {
  /** All selected rows. */
  count: number;
  /** The number of selected rows on other pages. */
  elsewhere: number;
  onClear: () => void;
  /** The buttons of the actions. */
  children: ReactNode;
}

/** Space between the bar and the control above it, and between the bar and the bottom of the screen. */
const MARGINS = 24;

/** The actions for the selected rows. The bar is at the bottom of the screen, so that no row moves. */
export function SelectionBar({ count, elsewhere, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation("list");
  const bar = useRef<HTMLDivElement>(null);
  const shown = count > 0;
  // The page scrolls a control that gets the focus out from under the bar (`scroll-margin` in theme/system.ts).
  useLayoutEffect(() => {
    if (!shown || !bar.current) return undefined;
    const element = bar.current;
    const { style } = document.documentElement;
    const measured = new ResizeObserver(() =>
      style.setProperty("--selection-room", `${element.offsetHeight + MARGINS}px`),
    );
    measured.observe(element);
    return () => {
      measured.disconnect();
      style.removeProperty("--selection-room");
    };
  }, [shown]);
  return (
    <>
      <Text as="span" srOnly role="status">
        {shown ? t("select.count", { count }) : ""}
      </Text>
      {shown && (
        <Flex
          ref={bar}
          role="region"
          aria-label={t("select.label")}
          align="center"
          gap="3"
          wrap="wrap"
          position="sticky"
          bottom={`max(8px, ${TOAST_ROOM})`}
          zIndex="1"
          margin="2"
          padding="2"
          paddingInlineStart="4"
          border="1px solid"
          borderColor="border"
          borderRadius="card"
          background="bg.panel"
          boxShadow="float"
          fontSize="md"
          // Its own buttons are always visible.
          css={{ "& button": { scrollMargin: "0" } }}
        >
          <Text as="span" fontVariantNumeric="tabular-nums">
            {t("select.count", { count })}
            {elsewhere > 0 && (
              <Text as="span" color="fg.muted">
                {sentenceGap()}
                {t("select.elsewhere", { count: elsewhere })}
              </Text>
            )}
          </Text>
          <Flex gap="2" wrap="wrap" justify="flex-end" marginInlineStart="auto">
            {children}
            <Button variant="ghost" size="sm" onClick={onClear}>
              {t("select.clear")}
            </Button>
          </Flex>
        </Flex>
      )}
    </>
  );
}
