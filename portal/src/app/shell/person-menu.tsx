import { Box, Menu, Portal, Text } from "@chakra-ui/react";
import { LogOut, Settings } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { administers } from "../../access/nav";
import { SECTIONS } from "../../access/sections";
import { signOut } from "../../access/sign-out";
import { displayName, type UserInfo } from "../../access/user";
import { useServices } from "../../api/services";
import { PERSON_BUTTON_ID } from "./person-button-id";

const SIGN_OUT = "sign-out";

/** The person's name, the link to the administration (for administrators), and the sign-out. */
export default function PersonMenu({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const { t } = useTranslation(["shell", "menu"]);
  const services = useServices();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  return (
    <Menu.Root
      open
      ids={{ trigger: PERSON_BUTTON_ID }}
      positioning={{ placement: "bottom-end" }}
      onOpenChange={({ open }) => {
        if (!open && !leaving) onClose();
      }}
      onSelect={({ value }) => {
        if (value === SIGN_OUT) {
          setLeaving(true);
          void signOut(services, (url) => location.assign(url));
        } else {
          onClose();
          void navigate(value);
        }
      }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Box paddingBlock="2" paddingInline="2.5">
              <Text margin="0" fontSize="md" fontWeight="semibold" truncate>
                {displayName(user)}
              </Text>
              <Text margin="0" fontSize="sm" color="fg.muted" truncate>
                {user.email || user.username}
              </Text>
            </Box>
            <Menu.Separator />
            {administers(user) && (
              <>
                <Menu.Item value={SECTIONS.accounts}>
                  <Settings size={16} aria-hidden />
                  {t("menu:label")}
                </Menu.Item>
                <Menu.Separator />
              </>
            )}
            <Menu.Item value={SIGN_OUT} disabled={leaving} closeOnSelect={false}>
              <LogOut size={16} aria-hidden />
              {leaving ? t("shell:person.signingOut") : t("shell:person.signOut")}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
