import { Button, Flex, Skeleton, Text, VisuallyHidden } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName, useUser } from "../../access/user";
import { loadTexts } from "../../i18n/i18n";
import { PersonPicture } from "../../kit/person-picture";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { PERSON_BUTTON_ID } from "./person-button-id";

const loadMenu = async () => {
  const [menu] = await Promise.all([import("./person-menu"), loadTexts(["menu"])]);
  return menu;
};
const PersonMenu = lazyPart(loadMenu);

/** Loads the menu before the click. If that fails, the click shows the failure. */
function fetchMenu() {
  loadMenu().catch(() => undefined);
}

/** The button with the name of the person. It opens their menu, which loads when the button gets hover or focus. */
export function PersonButton() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const [open, setOpen] = useState(false);
  // As wide as the button, so that the search does not shrink when it comes; names differ.
  if (!user)
    return (
      <Flex width={{ base: "58px", md: "36" }}>
        <Skeleton boxSize="8" borderRadius="full" />
      </Flex>
    );
  const name = displayName(user);
  return (
    <>
      <Button
        id={PERSON_BUTTON_ID}
        variant="ghost"
        height="9"
        paddingInline={{ base: "0.5", md: "1.5" }}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onClick={() => setOpen((before) => !before)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        <PersonPicture name={name} picture={user.picture} />
        <VisuallyHidden>{t("person.menu", { name })}</VisuallyHidden>
        <Text as="span" aria-hidden="true" hideBelow="md" maxWidth="40" truncate>
          {name}
        </Text>
        <ChevronDown size={14} aria-hidden />
      </Button>
      {open && <PersonMenu user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
