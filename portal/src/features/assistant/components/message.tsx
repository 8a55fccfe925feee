import { Box, Flex, Text } from "@chakra-ui/react";
import { Copy } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button";
import { copy } from "../copy";
import { ARRIVING, WHOLE, type ChatMessage } from "../queries";
import { Answer } from "./answer";

type State = ChatMessage["state"];

interface MessageProps {
  role: "user" | "assistant";
  text: string;
  state?: State;
  /** T-43: it arrives while the person looks. */
  typing?: boolean;
  /** K-49: it stands above each conversation. */
  greets?: boolean;
  /** Said instead of what its state says: why nothing was answered, or why it does not go on. */
  note?: string | undefined;
  /** What can be done about that. */
  children?: ReactNode;
}

/** A turn: a question as it was written, an answer in Markdown, with a button to copy it. */
export const Message = memo(function Message(props: MessageProps) {
  const { role, text, state = WHOLE, typing = false, greets = false, note, children } = props;
  const { t } = useTranslation("assistant");
  const isAnswer = role === "assistant";
  const waits = isAnswer && text === "" && state === ARRIVING && note === undefined;
  const said = note ?? (isNoted(state) ? t(`state.${state}`) : undefined);
  return (
    <Box
      as="article"
      aria-label={t(isAnswer ? "assistant" : "you")}
      alignSelf={isAnswer ? "stretch" : "flex-end"}
      minWidth="0"
      maxWidth={isAnswer ? "full" : "85%"}
      padding="3"
      borderRadius="card"
      background={isAnswer ? "bg.panel" : "ai.subtle"}
      border="1px solid"
      borderColor={isAnswer ? "border" : "ai"}
    >
      {isAnswer ? (
        <Answer text={text} typing={typing} />
      ) : (
        <Flex align="flex-start" gap="2">
          <Text margin="0" flex="1" minWidth="0" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {text}
          </Text>
          <CopyThis text={text} />
        </Flex>
      )}
      {waits && (
        <Text margin="0" color="fg.muted">
          {t("waiting")} …
        </Text>
      )}
      {said && (
        <Text margin="0" {...(text && { marginTop: "2" })} fontSize="sm" color="fg.muted">
          {said}
        </Text>
      )}
      <Flex align="center" justify="flex-end" gap="2" wrap="wrap">
        {children}
        {isAnswer && text && !greets && state !== ARRIVING && <CopyThis text={text} />}
      </Flex>
    </Box>
  );
});

function CopyThis({ text }: { text: string }) {
  const { t } = useTranslation("assistant");
  return (
    <IconButton
      label={t("copy")}
      boxSize="7"
      minHeight="7"
      onClick={() => void copy(text, t("copied"), t("notCopied"))}
    >
      <Copy size={16} aria-hidden />
    </IconButton>
  );
}

/** States that say something beside the text. */
function isNoted(state: State): state is Exclude<State, typeof WHOLE | typeof ARRIVING> {
  return state !== WHOLE && state !== ARRIVING;
}
