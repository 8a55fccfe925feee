import { Box, Menu, Portal, Text } from "@chakra-ui/react";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { signOut } from "../../access/sign-out";
import type { UserInfo } from "../../access/user";
import { useServices } from "../../api/services";
import { PERSON_BUTTON_ID } from "./person-button";

/** The user centre. Password, groups and feedback join it with their features. */
export default function PersonMenu({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const { t } = useTranslation("shell");
  const services = useServices();
  const [leaving, setLeaving] = useState(false);
  return (
    <Menu.Root
      open
      ids={{ trigger: PERSON_BUTTON_ID }}
      positioning={{ placement: "bottom-end" }}
      onOpenChange={({ open }) => {
        if (!open && !leaving) onClose();
      }}
      onSelect={() => {
        setLeaving(true);
        void signOut(services, (url) => location.assign(url));
      }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Box paddingBlock="2" paddingInline="2.5">
              <Text margin="0" fontSize="md" fontWeight="semibold" truncate>
                {user.fullName || user.username}
              </Text>
              <Text margin="0" fontSize="sm" color="fg.muted" truncate>
                {user.email || user.username}
              </Text>
            </Box>
            <Menu.Separator />
            <Menu.Item value="sign-out" disabled={leaving} closeOnSelect={false}>
              <LogOut size={16} aria-hidden />
              {leaving ? t("person.signingOut") : t("person.signOut")}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
