import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListDownload } from "../../../kit/list-download";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SideDrawer } from "../../../ui/side-drawer";
import { answersFile, resultsQuery, type QuestionResult, type SurveyResults } from "../queries";
import { Bars } from "./bars";
import type { Named } from "./open";

/** What people answered: how many, and for each question a plot with its numbers in a table. */
export function Results({ survey: { id, surveyName }, onClose }: { survey: Named; onClose: () => void }) {
  const { t } = useTranslation("surveys");
  const { data, error, refetch } = useQuery(resultsQuery(useServices(), id));
  return (
    <SideDrawer reading title={t("results.title", { name: surveyName })} onClose={onClose}>
      {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="10" />}
      {data && (
        <Flex direction="column" gap="6">
          <Numbers results={data} />
          {data.own && data.shown > 0 && (
            <Box>
              <ListDownload file={answersFile(id)} title={surveyName} filters={{}} />
            </Box>
          )}
          {data.shown > 0 &&
            data.questions.map((question, at) => <OneQuestion key={at} number={at + 1} result={question} />)}
        </Flex>
      )}
    </SideDrawer>
  );
}

function Numbers({ results }: { results: SurveyResults }) {
  const { t } = useTranslation("surveys");
  const { number } = useFormats();
  const { opened, later, done, shown, anonymous, own, step } = results;
  return (
    <Box>
      <Flex as="dl" gap="8" wrap="wrap" margin="0" marginBottom="3">
        {(["done", "opened", "later"] as const).map((name) => (
          <Flex key={name} direction="column-reverse">
            <Text as="dt" fontSize="sm" color="fg.muted">
              {t(`people.${name}`)}
            </Text>
            <Text as="dd" margin="0" fontSize="2xl" fontVariantNumeric="tabular-nums">
              {number({ done, opened, later }[name])}
            </Text>
          </Flex>
        ))}
      </Flex>
      <Text margin="0" color="fg.muted">
        {!own && t("results.link")}
        {own && anonymous && t(shown > 0 ? "results.steps" : "results.few", { step, count: shown })}
        {own && !anonymous && t(shown > 0 ? "results.named" : "results.none")}
      </Text>
    </Box>
  );
}

function OneQuestion({ number, result }: { number: number; result: QuestionResult }) {
  const { t } = useTranslation("surveys");
  const formats = useFormats();
  const { kind, text, answered, counts, texts } = result;
  const sum = counts.reduce((all, { text: value, count }) => all + Number(value) * count, 0);
  return (
    <Box as="section" aria-labelledby={`question-${number}`}>
      <Heading as="h3" id={`question-${number}`} margin="0" fontSize="lg" overflowWrap="anywhere">
        {number}. {text}
      </Heading>
      <Text margin="0" marginBottom="2" fontSize="sm" color="fg.muted">
        {t("answered", { count: answered })}
        {kind === "scale" &&
          answered > 0 &&
          ` · ${t("mean", { mean: formats.number(Math.round((sum / answered) * 10) / 10) })}`}
      </Text>
      {kind === "text" ? (
        <Flex as="ul" direction="column" gap="2" margin="0" padding="0" listStyleType="none">
          {texts.map(({ text: words, by, at }, place) => (
            <Box as="li" key={place} padding="3" background="bg.subtle" borderRadius="control">
              <Text margin="0" whiteSpace="pre-line" overflowWrap="anywhere">
                {words}
              </Text>
              {by && (
                <Text margin="0" fontSize="sm" color="fg.muted">
                  {by}
                  {at != null && ` · ${formats.moment(at)}`}
                </Text>
              )}
            </Box>
          ))}
        </Flex>
      ) : (
        <Bars label={text} counts={counts} answered={answered} />
      )}
    </Box>
  );
}
