import { Flex, Text } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { Part } from "../../../ui/part";
import { saveNotifications, type Notifications } from "../notification-queries";

type Topic = keyof Notifications;
type Mode = Notifications[Topic];

interface MailChoiceProps {
  topic: Topic;
  heading: string;
  what: string;
  /** The modes that the topic has. */
  modes: readonly Mode[];
  chosen: Mode;
}

/** How the emails of a topic come. A press is stored at once. */
export function MailChoice({ topic, heading, what, modes, chosen }: MailChoiceProps) {
  const { t } = useTranslation("account");
  const services = useServices();
  const { run, busy } = useAct((mode: Mode) => saveNotifications(services, { [topic]: mode }), {
    done: t("mails.done"),
    refresh: ["own-notifications"],
  });
  const words: Record<Mode, string> = {
    each: t("mails.each"),
    daily: t("mails.daily"),
    off: t("mails.off"),
  };
  return (
    <Part heading={heading}>
      <Text marginTop="0" marginBottom="3" color="fg.muted">
        {what}
      </Text>
      <Flex role="group" aria-label={heading} gap="2" wrap="wrap">
        {modes.map((mode) => (
          <BusyButton
            key={mode}
            variant="outline"
            size="sm"
            aria-pressed={mode === chosen}
            busy={busy && mode !== chosen}
            onClick={() => mode !== chosen && void run(mode)}
          >
            {mode === chosen && <Check size={14} aria-hidden />}
            {words[mode]}
          </BusyButton>
        ))}
      </Flex>
    </Part>
  );
}
