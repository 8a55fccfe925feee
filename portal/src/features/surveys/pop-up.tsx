import { Box, Button, Flex, Heading, Portal, Text } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../api/services";
import { useAct } from "../../kit/use-act";
import { ABOVE_TOASTS } from "../../theme/toast-room";
import { IconButton } from "../../ui/icon-button";
import { noteOpened, OWN, putOff, sendAnswers, type Offer } from "./survey";

/** What this visit has put away: an answer that was on its way does not bring it back. */
const away = new Set<string>();

/**
 * D-13, T-52: a survey that is offered, to fill later or now. It stands beside the page and takes no focus. Later is tomorrow;
 * a link opens in a window of its own, and the person says here when it is done.
 */
export default function PopUp({ offer }: { offer: Offer }) {
  const { t } = useTranslation(["survey", "ui"]);
  const services = useServices();
  const title = useId();
  const [gone, setGone] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { id, messageId, surveyName, description, url, own, anonymous } = offer;
  const later = useAct(() => putOff(services, id), { done: t("tomorrow"), refresh: OWN });
  const done = useAct(() => sendAnswers(services, id, 0, []), { done: t("thanks"), refresh: OWN });
  if (gone || away.has(id)) return null;

  const leave = () => {
    away.add(id);
    setGone(true);
  };
  const close = () => {
    leave();
    if (!isOpen) void later.run();
  };
  const open = () => {
    setOpen(true);
    void noteOpened(services, messageId);
  };
  return (
    <Portal>
      <Box role="status" srOnly>
        {t("arrived", { name: surveyName })}
      </Box>
      <Flex
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
          if (key === "Escape") close();
        }}
      >
        <Flex align="flex-start" justify="space-between" gap="3">
          <Box minWidth="0">
            <Text margin="0" fontSize="sm" color="fg.muted">
              {t("survey")}
            </Text>
            <Heading as="h2" id={title} margin="0" fontSize="xl" overflowWrap="anywhere">
              {surveyName}
            </Heading>
          </Box>
          <IconButton label={t("ui:close")} onClick={close}>
            <X size={18} aria-hidden />
          </IconButton>
        </Flex>
        {/* The arrow keys scroll a long text. */}
        <Box overflowY="auto" tabIndex={0} role="group" aria-labelledby={title}>
          <Text margin="0" whiteSpace="pre-line" overflowWrap="anywhere">
            {isOpen ? t("isOpen") : description}
          </Text>
          {own && (
            <Text margin="0" marginTop="2" fontSize="sm" color="fg.muted">
              {t(anonymous ? "anonymous.short" : "named.short")}
            </Text>
          )}
        </Box>
        <Flex gap="2" justify="flex-end" wrap="wrap">
          {isOpen ? (
            <Button
              aria-busy={done.busy}
              onClick={() => void done.run().then((sent) => (sent ? leave() : undefined))}
            >
              {t("iAmDone")}
            </Button>
          ) : (
            <>
              <Button variant="outline" onClick={close}>
                {t("fill later")}
              </Button>
              <Button asChild>
                {own ? (
                  <Link to={`/surveys/${encodeURIComponent(id)}`} onClick={leave}>
                    {t("fill now")}
                  </Link>
                ) : (
                  <a href={url} target="_blank" rel="noopener noreferrer" onClick={open}>
                    {t("fill now")}
                  </a>
                )}
              </Button>
            </>
          )}
        </Flex>
      </Flex>
    </Portal>
  );
}
