import { Box, Button, Flex, Heading, Portal, Text } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { Markdown } from "../../kit/markdown/markdown";
import { useReadersMoment } from "../../kit/server-time";
import { ABOVE_TOASTS } from "../../theme/toast-room";
import { IconButton } from "../../ui/icon-button";
import { ConfirmRead } from "./confirm-read";
import { NEWS_BUTTON } from "./news-button-id";
import { markRead, type News } from "./news";

interface PopUpProps {
  /** The announcement that is due. */
  announcement: News;
  /** Called when it is closed, so that the page does not show it again. */
  onClose?: () => void;
}

/** What this visit has closed: an answer that was on its way does not bring it back. */
const closed = new Set<string>();

/**
 * D-15, T-51: the announcement that is due, once and never again after it was closed. It stands beside the page and takes no
 * focus, so that the keyboard stays where it was; Escape closes it from inside. What people confirm comes again until then.
 */
export default function PopUp({ announcement, onClose }: PopUpProps) {
  const { t } = useTranslation(["news", "ui"]);
  const moment = useReadersMoment();
  const services = useServices();
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const { messageId, mustRead } = announcement;
  const [gone, setGone] = useState<string>();
  if (closed.has(messageId) || gone === messageId) return null;

  const leave = (read: boolean) => {
    const hadFocus = box.current?.contains(document.activeElement) === true;
    closed.add(messageId);
    setGone(messageId);
    if (hadFocus) document.getElementById(NEWS_BUTTON)?.focus();
    // If it fails, the announcement comes again at the next visit.
    if (read) void markRead(services, messageId).catch(() => undefined);
    onClose?.();
  };
  return (
    <Portal>
      <Box role="status" srOnly>
        {t("arrived", { title: announcement.title })}
      </Box>
      <Flex
        ref={box}
        role="dialog"
        aria-labelledby={title}
        direction="column"
        gap="3"
        position="fixed"
        zIndex="header"
        insetInlineEnd={{ base: "0", sm: "6" }}
        // Toasts are below it.
        bottom={{ base: "0", sm: ABOVE_TOASTS }}
        width={{ base: "full", sm: "420px" }}
        maxHeight="min(70vh, 560px)"
        padding="5"
        background="bg.panel"
        border="1px solid"
        borderColor="border"
        borderRadius="card"
        boxShadow="float"
        onKeyDown={({ key }) => {
          if (key === "Escape") leave(!mustRead);
        }}
      >
        <Flex align="flex-start" justify="space-between" gap="3">
          <Box minWidth="0">
            <Text margin="0" fontSize="sm" color="fg.muted">
              {moment(announcement.launchTime)}
            </Text>
            <Heading as="h2" id={title} margin="0" fontSize="xl" overflowWrap="anywhere">
              {announcement.title}
            </Heading>
          </Box>
          <IconButton label={t("ui:close")} onClick={() => leave(!mustRead)}>
            <X size={18} aria-hidden />
          </IconButton>
        </Flex>
        {/* The arrow keys scroll a long text. */}
        <Box overflowY="auto" tabIndex={0} role="group" aria-labelledby={title}>
          <Markdown text={announcement.content} />
        </Box>
        {mustRead ? (
          <ConfirmRead onConfirm={() => leave(true)} onLater={() => leave(false)} />
        ) : (
          <Flex justify="flex-end">
            <Button onClick={() => leave(true)}>{t("read")}</Button>
          </Flex>
        )}
      </Flex>
    </Portal>
  );
}
