import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { PanelLeftClose, PanelLeftOpen, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button";
import { SideDrawer } from "../../../ui/side-drawer";
import { ChatRows, type ChatRowsProps } from "./chat-rows";

/** S-14: the chats beside the conversation, with "new chat"; they fold. A narrow screen has them in a drawer. */
export function ChatList(props: ChatRowsProps) {
  const { t } = useTranslation("assistant");
  const [folded, setFolded] = useState(false);
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <Box
      as="nav"
      aria-label={t("chats")}
      hideBelow="lg"
      flex="none"
      alignSelf="flex-start"
      position="sticky"
      top="72px"
      width={folded ? "auto" : "64"}
      maxHeight="calc(100dvh - 88px)"
      overflowY="auto"
      padding="1"
    >
      <Flex align="center" gap="1" direction={folded ? "column" : "row"} marginBottom="2">
        {!folded && (
          <Heading as="h2" size="sm" flex="1">
            {t("chats")}
          </Heading>
        )}
        <IconButton label={t(folded ? "expand" : "collapse")} onClick={() => setFolded(!folded)}>
          <Fold size={18} aria-hidden />
        </IconButton>
        {folded && (
          <IconButton label={t("new")} onClick={() => props.onChoose(undefined)}>
            <Plus size={18} aria-hidden />
          </IconButton>
        )}
      </Flex>
      {!folded && <Chats {...props} />}
    </Box>
  );
}

/** The chats in a drawer, which the choice of one closes. */
export function ChatDrawer({ onChoose, onClose, ...rest }: ChatRowsProps & { onClose: () => void }) {
  const { t } = useTranslation("assistant");
  return (
    <SideDrawer title={t("chats")} onClose={onClose}>
      <Chats
        {...rest}
        onChoose={(chatId) => {
          onChoose(chatId);
          onClose();
        }}
      />
    </SideDrawer>
  );
}

function Chats(props: ChatRowsProps) {
  const { t } = useTranslation("assistant");
  return (
    <>
      <Button width="full" variant="outline" size="sm" onClick={() => props.onChoose(undefined)}>
        <Plus size={16} aria-hidden />
        {t("new")}
      </Button>
      {props.chats.length === 0 ? (
        <Text fontSize="sm" color="fg.muted">
          {t("empty")}
        </Text>
      ) : (
        <ChatRows {...props} />
      )}
    </>
  );
}
