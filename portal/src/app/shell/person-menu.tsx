import { Box, Menu, Portal, Text } from "@chakra-ui/react";
import { KeyRound, LogOut, MessageSquareText, Network, QrCode, ShieldCheck, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { SECTIONS } from "../../access/sections";
import { signOut } from "../../access/sign-out";
import { displayName, type UserInfo } from "../../access/user";
import { useServices } from "../../api/services";
import { feedbackSearch } from "../../kit/feedback-slot";
import { PUSHED } from "../../kit/pushed";
import { PERSON_BUTTON_ID } from "./person-button-id";
import { menu } from "../../theme/recipes/menu";

const SIGN_OUT = "sign-out";
const FEEDBACK = "feedback";
const ACCOUNTS = `${SECTIONS.accounts}/account-list`;

/** Whether the menu leads to the accounts: a flag of an administrator's account decides (P-04, G-16). */
function managesAccounts({ roles, userManager }: UserInfo): boolean {
  return roles.includes("superAdmin") || (roles.includes("admin") && userManager);
}

/** The person's name, for administrators of accounts the link to these, the person's own account, and the sign-out. */
export default function PersonMenu({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const { t } = useTranslation(["shell", "menu"]);
  const services = useServices();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [leaving, setLeaving] = useState(false);
  return (
    <Menu.Root
      recipe={menu}
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
          if (value === FEEDBACK) void navigate({ search: feedbackSearch(search) }, { state: PUSHED });
          else void navigate(value);
        }
      }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Box paddingBlock="2" paddingInline="2.5">
              <Text margin="0" fontSize="md" fontWeight="semibold" overflowWrap="anywhere">
                {displayName(user)}
              </Text>
              <Text margin="0" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                {user.email || user.username}
              </Text>
            </Box>
            <Menu.Separator />
            {managesAccounts(user) && (
              <>
                <Menu.Item value={ACCOUNTS}>
                  <Users size={16} aria-hidden />
                  {t("menu:accounts")}
                </Menu.Item>
                <Menu.Separator />
              </>
            )}
            <Menu.Item value="/account">
              <ShieldCheck size={16} aria-hidden />
              {t("menu:myAccount")}
            </Menu.Item>
            {user.hasPassword && (
              <Menu.Item value="/account/security?change-password">
                <KeyRound size={16} aria-hidden />
                {t("menu:changePassword")}
              </Menu.Item>
            )}
            {services.config.messagingApp && (
              <Menu.Item value="/account/messaging-app">
                <QrCode size={16} aria-hidden />
                {t("menu:messagingApp")}
              </Menu.Item>
            )}
            <Menu.Item value="/my-access">
              <Network size={16} aria-hidden />
              {t("menu:groupInformation")}
            </Menu.Item>
            <Menu.Item value={FEEDBACK}>
              <MessageSquareText size={16} aria-hidden />
              {t("menu:feedback")}
            </Menu.Item>
            <Menu.Separator />
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
