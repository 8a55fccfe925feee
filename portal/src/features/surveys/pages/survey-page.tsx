import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, ExternalLink, EyeOff, Lock, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiFailure } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useAct } from "../../../kit/use-act";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { AnswerForm } from "../answering/answer-form";
import type { Kept } from "../answering/answer-values";
import { noteOpened, OWN, sendAnswers, toAnswerQuery, type SurveyToAnswer } from "../survey";

/** The page on which a person answers a survey (D-13, T-52). Before the first question it says who will know the answers. */
export default function SurveyPage() {
  const { t } = useTranslation("survey");
  const { surveyId = "" } = useParams();
  const [sent, setSent] = useState(false);
  const services = useServices();
  const { data, error, refetch } = useQuery(toAnswerQuery(services, surveyId));
  if (!data && error instanceof ApiFailure && error.faults.some(({ field }) => field === "id")) {
    return <End icon={Lock} heading={t("closed")} text={t("closed.text")} />;
  }
  if (!data) {
    return (
      <>
        <PageHeader title={t("survey")} />
        <NotThereYet error={error} onRetry={() => void refetch()} lines={5} height="12" />
      </>
    );
  }
  if (sent) return <End icon={CircleCheck} heading={t("done")} text={t("done.text")} />;
  if (data.state === "done")
    return <End icon={CircleCheck} heading={t("answered")} text={t("answered.text")} />;
  return <ToAnswer key={data.id} survey={data} onSent={() => setSent(true)} />;
}

function End({ icon, heading, text }: { icon: typeof Lock; heading: string; text: string }) {
  const { t } = useTranslation("survey");
  return (
    <Box role="status">
      <Notice as="page" icon={icon} heading={heading} text={text}>
        <Button asChild variant="outline">
          <Link to="/">{t("home")}</Link>
        </Button>
      </Notice>
    </Box>
  );
}

interface ToAnswerProps {
  survey: SurveyToAnswer;
  onSent: () => void;
}

function ToAnswer({ survey, onSent }: ToAnswerProps) {
  const { t } = useTranslation("survey");
  const services = useServices();
  const { clock } = useFormats();
  const { id, surveyName, description, url, anonymous, endTime, questionsVersion } = survey;
  const [kept, setKept] = useState<Kept>();
  const note = useEffectEvent(() => {
    if (!url) void noteOpened(services, id);
  });
  useEffect(() => {
    note();
  }, [id]);
  return (
    <Box maxWidth="720px">
      <PageHeader title={surveyName} />
      <Text margin="0" marginBottom="2" whiteSpace="pre-line" overflowWrap="anywhere">
        {description}
      </Text>
      <Text margin="0" marginBottom="5" fontSize="sm" color="fg.muted">
        {t("until", { time: clock(endTime), zone: services.config.timeZone })}
      </Text>
      {url ? (
        <Behind survey={survey} onSent={onSent} />
      ) : (
        <>
          {anonymous ? (
            <Said icon={EyeOff} heading={t("anonymous")} text={t("anonymous.text")} />
          ) : (
            <Said icon={UserRound} heading={t("named")} text={t("named.text")} />
          )}
          <AnswerForm key={questionsVersion} survey={survey} kept={kept} onKeep={setKept} onSent={onSent} />
        </>
      )}
    </Box>
  );
}

/** A survey behind a link: the person says when it is done. */
function Behind({ survey: { id, url }, onSent }: ToAnswerProps) {
  const { t } = useTranslation("survey");
  const services = useServices();
  const done = useAct(() => sendAnswers(services, id, 0, []), { done: "", refresh: OWN });
  const finish = async () => {
    if (await done.run()) onSent();
  };
  return (
    <Said icon={ExternalLink} heading={t("link")} text={t("link.text")}>
      <Flex gap="2" marginTop="3" wrap="wrap">
        <Button asChild>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => void noteOpened(services, id)}
          >
            {t("link.open")}
          </a>
        </Button>
        <Button variant="outline" aria-busy={done.busy} onClick={() => void finish()}>
          {t("iAmDone")}
        </Button>
      </Flex>
    </Said>
  );
}

interface SaidProps {
  icon: typeof Lock;
  heading: string;
  text: string;
  children?: ReactNode;
}

/** What a person is promised before the first question. */
function Said({ icon: Icon, heading, text, children }: SaidProps) {
  return (
    <Flex gap="3" padding="4" marginBottom="6" background="bg.subtle" borderRadius="card">
      <Box flexShrink="0" color="accent.fg" paddingTop="0.5">
        <Icon size={20} aria-hidden />
      </Box>
      <Box>
        <Text margin="0" fontWeight="medium">
          {heading}
        </Text>
        <Text margin="0" color="fg.muted">
          {text}
        </Text>
        {children}
      </Box>
    </Flex>
  );
}
