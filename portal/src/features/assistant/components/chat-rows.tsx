import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { Question } from "../../../kit/question";
import { FORCED } from "../../../theme/forced-colors";
import { IconButton } from "../../../ui/icon-button";
import { deleteChat } from "../queries";

type Row = components["schemas"]["ChatRow"];

export interface ChatRowsProps {
  chats: Row[];
  current: string | undefined;
  /** A chat, or a new one. */
  onChoose: (chatId: string | undefined) => void;
}

/** T-41, T-42: the chats, newest first, each with a button to delete it. */
export function ChatRows({ chats, current, onChoose }: ChatRowsProps) {
  const { t } = useTranslation("assistant");
  const [leaving, setLeaving] = useState<Row>();
  const title = (row: Row) => row.title || t("untitled");
  return (
    <>
      {/* It gets the focus when a row has gone. */}
      <Box as="ul" tabIndex={-1} margin="0" marginTop="2" padding="0" listStyleType="none" outline="0">
        {chats.map((row) => {
          const isCurrent = row.chatId === current;
          return (
            <Flex
              as="li"
              key={row.chatId}
              align="center"
              borderRadius="control"
              {...(isCurrent && { background: "ai.subtle", css: FORCED })}
            >
              <Button
                variant="ghost"
                size="sm"
                flex="1"
                minWidth="0"
                justifyContent="flex-start"
                title={title(row)}
                aria-current={isCurrent ? "true" : undefined}
                onClick={() => onChoose(row.chatId)}
              >
                <Text as="span" truncate>
                  {title(row)}
                </Text>
              </Button>
              <IconButton label={t("delete", { title: title(row) })} onClick={() => setLeaving(row)}>
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </Flex>
          );
        })}
      </Box>
      {leaving && (
        <DeleteChat
          chatId={leaving.chatId}
          title={title(leaving)}
          onDone={() => {
            if (leaving.chatId === current) onChoose(undefined);
            setLeaving(undefined);
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

interface DeleteChatProps {
  chatId: string;
  title: string;
  onDone: () => void;
  onClose: () => void;
}

/** T-42. */
function DeleteChat({ chatId, title, onDone, onClose }: DeleteChatProps) {
  const { t } = useTranslation("assistant");
  const services = useServices();
  return (
    <Question
      title={t("delete.question")}
      action={t("delete.action")}
      destructive
      call={() => deleteChat(services, chatId)}
      done={t("delete.done")}
      refresh={["chats", "chat"]}
      onDone={onDone}
      onClose={onClose}
    >
      {t("delete.text", { title })}
    </Question>
  );
}
