import { Box } from "@chakra-ui/react";
import { CircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../i18n/i18n";
import { IconButton } from "../../ui/icon-button";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { isPlain, useShortcut } from "./use-shortcut";

const HelpMenu = lazyPart(
  async () => (await Promise.all([import("./help-menu"), loadTexts(["help"])]))[0],
  <Box boxSize="9" aria-busy="true" />,
);
const Shortcuts = lazyPart(async () => (await Promise.all([import("./shortcuts"), loadTexts(["help"])]))[0]);

/** Help for a person who is signed in: the handbook and the keys (S-04, G-24). `?` lists the keys at once. */
export function HelpButton() {
  const { t } = useTranslation("shell");
  const [wanted, setWanted] = useState<"key" | "pointer">();
  const [lists, setLists] = useState(false);
  useShortcut(
    (event) => isPlain(event, "?"),
    () => setLists(true),
  );
  const label = t("help.menu");
  const icon = <CircleQuestionMark size={18} aria-hidden />;
  return (
    <>
      {wanted ? (
        <HelpMenu label={label} opened={wanted} onList={() => setLists(true)}>
          {icon}
        </HelpMenu>
      ) : (
        <IconButton
          label={label}
          aria-haspopup="menu"
          // A key presses no pointer, so its click counts none.
          onClick={({ detail }) => setWanted(detail === 0 ? "key" : "pointer")}
        >
          {icon}
        </IconButton>
      )}
      {lists && <Shortcuts onClose={() => setLists(false)} />}
    </>
  );
}
