import { Box, Flex, Heading } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { DialogFrame } from "../../ui/dialog-frame";

/** The keys, in the order of how many people need them. Several ways to the same stand beside each other. */
const PARTS = [
  {
    name: "everywhere",
    keys: [
      { does: "search", ways: [["/"], ["Ctrl", "K"]] },
      { does: "list", ways: [["?"]] },
      { does: "close", ways: [["Esc"]] },
    ],
  },
  {
    name: "applications",
    keys: [
      { does: "move", ways: [["←"], ["→"], ["↑"], ["↓"]] },
      { does: "ends", ways: [["Home"], ["End"]] },
      { does: "open", ways: [["Enter"]] },
      {
        does: "arrange",
        ways: [
          ["Alt", "←"],
          ["Alt", "→"],
        ],
      },
    ],
  },
  {
    name: "forms",
    keys: [
      {
        does: "row",
        ways: [
          ["Alt", "↑"],
          ["Alt", "↓"],
        ],
      },
    ],
  },
] as const;

/** The list of keys that do something in the portal. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("help");
  return (
    <DialogFrame title={t("shortcuts")} onClose={onClose}>
      {PARTS.map(({ name, keys }) => (
        <Box as="section" key={name} marginBottom="4" _last={{ marginBottom: "0" }}>
          <Heading as="h3" size="sm" color="fg.muted" marginBottom="1">
            {t(`part.${name}`)}
          </Heading>
          <Box as="dl" margin="0">
            {keys.map(({ does, ways }) => (
              <Flex key={does} align="center" justify="space-between" gap="4" paddingBlock="1.5">
                <dt>{t(`does.${does}`)}</dt>
                <Flex as="dd" margin="0" gap="2" flexShrink="0" wrap="wrap" justify="flex-end">
                  {ways.map((way) => (
                    <Flex key={way.join()} gap="1">
                      {way.map((key) => (
                        <Box asChild key={key} css={KEY}>
                          <kbd>{key}</kbd>
                        </Box>
                      ))}
                    </Flex>
                  ))}
                </Flex>
              </Flex>
            ))}
          </Box>
        </Box>
      ))}
    </DialogFrame>
  );
}

const KEY = {
  minWidth: "6",
  paddingInline: "1.5",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "6px",
  fontFamily: "inherit",
  fontSize: "sm",
  textAlign: "center",
};
