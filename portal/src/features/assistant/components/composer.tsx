import { Box, Button, Flex, Text, Textarea, useRecipe } from "@chakra-ui/react";
import { Send, Square } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { composes } from "../../../ui/composes";

/** K-07, F-35: at this many characters the input goes back by what was added. A character is a code point, as for the server. */
const LONGEST = 2_048;
const isTooLong = (text: string) => text.length >= LONGEST && Array.from(text).length >= LONGEST;
/** K-13. */
const ROWS = 3;

interface ComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  loading: boolean;
  /** nothing is left of the quota. */
  usedUp: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  /** V-25: the input has reached its limit. */
  onTooLong: () => void;
}

/** S-14, V-24, V-25, V-32: three rows; Enter sends, Shift+Enter begins a line, never while an input method composes. */
export function Composer(props: ComposerProps) {
  const { input, text, onText, loading, usedUp, onSend, onStop, onTooLong } = props;
  const { t } = useTranslation("assistant");
  const styles = useRecipe({ key: "input" })();
  const send = () => {
    const question = text.trim();
    // The button that was pressed goes.
    input.current?.focus();
    if (question === "" || loading || usedUp) return;
    onSend(question);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || composes(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <Box
      as="form"
      position="sticky"
      bottom="0"
      zIndex="1"
      paddingBlock="3"
      background="bg"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Flex gap="2" align="flex-end">
        <Textarea
          ref={input}
          aria-label={t("input")}
          aria-describedby="chat-input-help"
          placeholder={t("input")}
          rows={ROWS}
          value={text}
          disabled={usedUp}
          // Not disabled: it would lose the focus.
          readOnly={loading}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            if (isTooLong(target.value)) onTooLong();
            else onText(target.value);
          }}
          css={{ ...styles, height: "auto", paddingBlock: "2", resize: "none" }}
        />
        {loading ? (
          <Button
            variant="outline"
            onClick={() => {
              input.current?.focus();
              onStop();
            }}
          >
            <Square size={16} aria-hidden />
            {t("stop")}
          </Button>
        ) : (
          <Button
            type="submit"
            disabled={usedUp || text.trim() === ""}
            background="ai"
            color="bg"
            _hover={{ filter: "brightness(0.94)" }}
          >
            <Send size={16} aria-hidden />
            {t("send")}
          </Button>
        )}
      </Flex>
      <Text id="chat-input-help" margin="0" marginTop="1" fontSize="xs" color="fg.muted">
        {t("input.help")}
      </Text>
    </Box>
  );
}
