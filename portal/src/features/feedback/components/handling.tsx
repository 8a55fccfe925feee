import { Box, Button, Flex, Heading } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { STATUSES, type FeedbackDetails, type Status } from "../feedback";
import { assign, merge, NAMES, setStatus } from "../queries";
import { AnswerDialog } from "./answer-dialog";
import { AssignDialog } from "./assign-dialog";
import { MergeDialog } from "./merge-dialog";

type Asking = "answer" | "assign" | "merge";

/** What a person who handles feedback does with it. A duplicate only leaves what it follows. */
export function Handling({ feedback }: { feedback: FeedbackDetails }) {
  const { t } = useTranslation("feedback");
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  return (
    <Box as="section" aria-label={t("handling")}>
      {feedback.mergedInto ? (
        <Unmerge feedback={feedback} />
      ) : (
        <Flex direction="column" gap="5">
          <StatusChoice feedback={feedback} />
          <Assignment feedback={feedback} onOther={() => setAsking("assign")} />
          <Flex gap="2" wrap="wrap">
            <Button onClick={() => setAsking("answer")}>
              {feedback.answer ? t("answer.again") : t("answer")}
            </Button>
            <Button variant="outline" onClick={() => setAsking("merge")}>
              {t("merge")}
            </Button>
          </Flex>
        </Flex>
      )}
      {asking === "answer" && <AnswerDialog feedback={feedback} onClose={close} />}
      {asking === "assign" && <AssignDialog feedback={feedback} onClose={close} />}
      {asking === "merge" && <MergeDialog feedback={feedback} onClose={close} />}
    </Box>
  );
}

interface OneProps {
  feedback: FeedbackDetails;
}

/** C-122. */
function StatusChoice({ feedback: { id, version, status } }: OneProps) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const act = useAct((next: Status) => setStatus(services, { id, status: next, version }), {
    done: ({ status: next }) => t("status.done", { status: t(`status.${next}`) }),
    refresh: NAMES,
  });
  return (
    <Box>
      <Heading as="h3" size="sm" marginBottom="2">
        {t("status")}
      </Heading>
      <Flex role="group" aria-label={t("status")} gap="2" wrap="wrap">
        {STATUSES.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === status ? "solid" : "outline"}
            aria-pressed={one === status}
            disabled={act.busy}
            onClick={() => {
              if (one !== status) void act.run(one);
            }}
          >
            {t(`status.${one}`)}
          </Button>
        ))}
      </Flex>
    </Box>
  );
}

function Assignment({ feedback, onOther }: OneProps & { onOther: () => void }) {
  const { t } = useTranslation("feedback");
  const { id, version, assigneeId } = feedback;
  const services = useServices();
  const me = useUser()?.id;
  const act = useAct((userId: string) => assign(services, { id, userId, version }), {
    done: t("assign.done"),
    refresh: NAMES,
  });
  const off = useAct(() => assign(services, { id, userId: "", version }), {
    done: t("takeOff.done"),
    refresh: NAMES,
  });
  return (
    <Flex gap="2" wrap="wrap">
      {me && assigneeId !== me && (
        <BusyButton variant="outline" size="sm" busy={act.busy} onClick={() => void act.run(me)}>
          {t("assignToMe")}
        </BusyButton>
      )}
      <Button variant="outline" size="sm" onClick={onOther}>
        {t("assignOther")}
      </Button>
      {assigneeId && (
        <BusyButton variant="outline" size="sm" busy={off.busy} onClick={() => void off.run()}>
          {t("takeOff")}
        </BusyButton>
      )}
    </Flex>
  );
}

function Unmerge({ feedback: { id, version } }: OneProps) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const act = useAct(() => merge(services, { id, intoId: "", version }), {
    done: t("unmerge.done"),
    refresh: NAMES,
  });
  return (
    <BusyButton variant="outline" busy={act.busy} onClick={() => void act.run()}>
      {t("unmerge")}
    </BusyButton>
  );
}
