import { Box, Button, Flex } from "@chakra-ui/react";
import { Menu, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePageHandle, visibleEntries } from "../../access/nav";
import { useUser } from "../../access/user";
import { IconButton } from "../../ui/icon-button";
import { SideDrawer } from "../../ui/side-drawer";
import { MenuEntries } from "./menu-entries";
import { useNarrow } from "./use-narrow";

/**
 * The pages of the administration, in sections (S-15). It is beside the page and remembers whether it was collapsed. On
 * small screens a button opens it in a drawer.
 */
export default function SideMenu() {
  const { t } = useTranslation("menu");
  const user = useUser();
  const table = usePageHandle()?.table ?? [];
  const [narrow, setNarrow] = useNarrow();
  const [open, setOpen] = useState(false);
  if (!user) return null;
  const entries = visibleEntries(table, user);
  const Fold = narrow ? PanelLeftOpen : PanelLeftClose;
  const fold = narrow ? t("expand") : t("collapse");
  return (
    <>
      <Flex
        as="nav"
        aria-label={t("label")}
        hideBelow="lg"
        direction="column"
        flexShrink="0"
        position="sticky"
        top="14"
        alignSelf="flex-start"
        width={narrow ? "16" : "60"}
        height="calc(100dvh - 56px)"
        overflowY="auto"
        padding="3"
        background="bg.panel"
        borderInlineEnd="1px solid"
        borderColor="border"
      >
        <Box flex="1">
          <MenuEntries entries={entries} narrow={narrow} />
        </Box>
        <Flex justify={narrow ? "center" : "flex-end"} marginTop="3">
          <IconButton
            label={fold}
            aria-expanded={!narrow}
            // Its open state is the default, not a pressed button.
            _expanded={{
              background: "transparent",
              color: "fg.muted",
              _hover: { background: "bg.subtle", color: "fg" },
            }}
            onClick={() => setNarrow(!narrow)}
          >
            <Fold size={18} aria-hidden />
          </IconButton>
        </Flex>
      </Flex>
      <Flex hideFrom="lg" paddingTop="3" paddingInline={{ base: "4", sm: "6" }}>
        <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(true)}>
          <Menu size={16} aria-hidden />
          {t("open")}
        </Button>
      </Flex>
      {open && (
        <SideDrawer title={t("label")} onClose={() => setOpen(false)}>
          <nav aria-label={t("label")}>
            <MenuEntries entries={entries} narrow={false} onChosen={() => setOpen(false)} />
          </nav>
        </SideDrawer>
      )}
    </>
  );
}
