import { Box, Tabs, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../ui/copy-button";
import { SEGMENT, SEGMENTS } from "../../../ui/segment-look";
import type { Snippet } from "./snippets";

/** The snippets of a program in several languages, each with a button that copies it. */
export function SnippetTabs({
  snippets,
  note,
}: {
  snippets: readonly Snippet[];
  note: Record<string, string>;
}) {
  const { t } = useTranslation("applications");
  return (
    <Tabs.Root defaultValue={snippets[0]?.key ?? ""} lazyMount unmountOnExit unstyled>
      <Tabs.List
        unstyled
        // On a phone it scrolls.
        css={{ ...SEGMENTS, overflowX: "auto", scrollbarWidth: "thin", marginBottom: "3" }}
        aria-label={t("snippet")}
      >
        {snippets.map(({ key, name }) => (
          <Tabs.Trigger
            key={key}
            value={key}
            unstyled
            css={{ ...SEGMENT, flex: "1 0 auto", whiteSpace: "nowrap" }}
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ key, name, text }) => (
        <Tabs.Content key={key} value={key} unstyled>
          <Box border="1px solid" borderColor="border" borderRadius="control" background="bg.subtle">
            <Box textAlign="end" paddingTop="1" paddingInline="1">
              <CopyButton text={text} label={name} />
            </Box>
            {/* Focusable, so that the arrow keys scroll it. */}
            <Box
              as="pre"
              tabIndex={0}
              aria-label={name}
              role="region"
              margin="0"
              padding="3"
              paddingTop="0"
              overflowX="auto"
              maxHeight="64"
              fontFamily="mono"
              fontSize="sm"
            >
              {text}
            </Box>
          </Box>
          {note[key] && (
            <Text marginTop="1.5" marginBottom="0" fontSize="sm" color="fg.muted">
              {note[key]}
            </Text>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
