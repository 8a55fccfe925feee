import { Button, Flex, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface SelectionBarProps {
  /** Rows ticked, and how many of them are on other pages. */
  count: number;
  elsewhere: number;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** What can be done with the rows that are ticked; at the bottom of the screen, so that nothing moves. */
export function SelectionBar({ count, elsewhere, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation("list");
  return (
    <>
      <Text as="span" srOnly role="status">
        {count > 0 ? t("select.count", { count }) : ""}
      </Text>
      {count > 0 && (
        <Flex
          role="region"
          aria-label={t("select.label")}
          align="center"
          gap="3"
          wrap="wrap"
          position="sticky"
          bottom="max(8px, var(--toast-room, 0px))"
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
        >
          <Text as="span" fontVariantNumeric="tabular-nums">
            {t("select.count", { count })}
            {elsewhere > 0 && (
              <Text as="span" color="fg.muted">
                {" "}
                {t("select.elsewhere", { count: elsewhere })}
              </Text>
            )}
          </Text>
          <Flex gap="2" wrap="wrap" marginInlineStart="auto">
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
