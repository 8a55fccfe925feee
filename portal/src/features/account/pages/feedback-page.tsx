import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { feedbackSearch } from "../../../kit/feedback-slot";
import { NotThereYet } from "../../../kit/not-there-yet";
import { PUSHED } from "../../../kit/pushed";
import { PageHeader } from "../../../ui/page-header";
import { StatusMark } from "../../../ui/status-mark";
import { PagerBar } from "../../../ui/table/pager-bar";
import { BesideMenu } from "../components/account-frame";
import { OwnFeedbackPictures } from "../components/own-feedback-pictures";
import { ownFeedbackQuery, PAGE, type OwnFeedback } from "../feedback-queries";

const LOOKS = { 0: "waiting", 1: "on", 2: "off" } as const;

/** What the person has said about products, what became of it, and the answers. */
export default function FeedbackPage() {
  const { t } = useTranslation(["feedback", "list"]);
  const { number } = useFormats();
  const { search } = useLocation();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(ownFeedbackQuery(useServices(), page));
  const title = usePageTitle();
  const total = data?.total ?? 0;
  const first = (page - 1) * PAGE + 1;
  return (
    <BesideMenu>
      <PageHeader
        title={title}
        action={
          <Button asChild>
            <Link to={{ search: feedbackSearch(search) }} state={PUSHED}>
              <MessageSquareText size={16} aria-hidden />
              {t("own.new")}
            </Link>
          </Button>
        }
      />
      {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="20" />}
      {data && (
        <Box as="section" aria-label={title}>
          {data.list.length === 0 && (
            <Text margin="0" color="fg.muted">
              {t("own.empty")}
            </Text>
          )}
          {data.list.map((one) => (
            <One key={one.id} feedback={one} />
          ))}
        </Box>
      )}
      {total > PAGE && data && (
        <PagerBar
          paddingTop="2"
          range={t("list:range", {
            from: number(first),
            to: number(first + data.list.length - 1),
            total: number(total),
          })}
          back={page > 1 ? () => setPage(page - 1) : undefined}
          next={page * PAGE < total ? () => setPage(page + 1) : undefined}
        />
      )}
    </BesideMenu>
  );
}

function One({ feedback }: { feedback: OwnFeedback }) {
  const { t } = useTranslation("feedback");
  const { moment } = useFormats();
  const { id, projectName, categoryId, status, createdAt, answer, answeredAt } = feedback;
  const about = [projectName, t(`category.${categoryId}`), moment(createdAt)].filter(Boolean).join(" · ");
  return (
    <Box as="article" aria-label={about} paddingBlock="4" borderBottom="1px solid" borderColor="border">
      <Flex justify="space-between" gap="3" wrap="wrap" fontSize="sm" color="fg.muted">
        <Text margin="0" overflowWrap="anywhere">
          {about}
        </Text>
        <StatusMark look={LOOKS[status]}>{t(`status.${status}`)}</StatusMark>
      </Flex>
      <Text margin="8px 0" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="70ch">
        {feedback.feedback}
      </Text>
      <OwnFeedbackPictures id={id} count={feedback.pictureCount} />
      {answer ? (
        <Box paddingInlineStart="3" borderInlineStart="2px solid" borderColor="accent">
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("own.answer")} · {t("own.answered", { at: moment(answeredAt) })}
          </Text>
          <Text margin="4px 0 0" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="70ch">
            {answer}
          </Text>
        </Box>
      ) : (
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("own.waiting")}
        </Text>
      )}
    </Box>
  );
}
