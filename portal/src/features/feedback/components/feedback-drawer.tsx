import { Box, Image, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../address/base";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { labelled } from "../../../i18n/marks";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useServerMoment } from "../../../kit/server-time";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { LOOKS, shortened, type FeedbackDetails } from "../feedback";
import { detailsQuery } from "../queries";
import { Handling } from "./handling";

interface DrawerProps {
  id: string;
  title: string;
  onClose: () => void;
}

/** S-25, C-121: whole feedback, its answer and its duplicates, and for people who handle it what they can do. */
export function FeedbackDrawer({ id, title, onClose }: DrawerProps) {
  const can = useCan();
  const { data, error, refetch } = useQuery(detailsQuery(useServices(), id));
  return (
    <SideDrawer reading title={title} onClose={onClose}>
      {data ? (
        <>
          <Whole feedback={data} />
          {can("feedback_center.FeedbackCenter.FeedbackList.answer") && <Handling feedback={data} />}
        </>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={8} height="6" />
      )}
    </SideDrawer>
  );
}

function Whole({ feedback }: { feedback: FeedbackDetails }) {
  const { t } = useTranslation("feedback");
  const moment = useServerMoment();
  const { projectName, categoryId, status, assignee, createdAt, answer, answeredAt, answeredBy } = feedback;
  const author = feedback.fullName || feedback.username;
  return (
    <>
      <Words>{feedback.feedback}</Words>
      <Shown feedback={feedback} />
      <FactGroup heading={t("handling")}>
        <Fact name={t("status")}>
          <StatusMark look={LOOKS[status]}>{t(`status.${status}`)}</StatusMark>
        </Fact>
        <Fact name={t("assignee")}>{assignee || t("nobody")}</Fact>
        <Fact name={t("product")}>{projectName}</Fact>
        <Fact name={t("category")}>{t(`category.${categoryId}`)}</Fact>
        <Fact name={t("author")}>{author}</Fact>
        <Fact name={t("arrived")}>{moment(createdAt)}</Fact>
        {feedback.mergedInto && <Fact name={t("follows")}>{feedback.mergedInto.feedback}</Fact>}
        {feedback.duplicates.length > 0 && (
          <Fact name={t("duplicates")}>
            {feedback.duplicates.map((one) => (
              <Box key={one.id}>{labelled(one.author, shortened(one.feedback, 120))}</Box>
            ))}
          </Fact>
        )}
        <Fact name={t("details.answer")}>
          {answer || t("details.none")}
          {answer && (
            <Text margin="0" fontSize="sm" color="fg.muted">
              {t("details.answeredBy", { name: answeredBy, at: moment(answeredAt) })}
            </Text>
          )}
        </Fact>
      </FactGroup>
    </>
  );
}

/** Plain text as it was written. */
export function Words({ children }: { children: string }) {
  return (
    <Text margin="0 0 16px" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="70ch">
      {children}
    </Text>
  );
}

/** The pictures, whose addresses work for a minute. */
function Shown({ feedback: { pictures } }: { feedback: Pick<FeedbackDetails, "pictures"> }) {
  const { t } = useTranslation("feedback");
  if (pictures.length === 0) return null;
  return (
    <Box role="group" aria-label={t("pictures")} display="flex" gap="3" flexWrap="wrap" marginBottom="5">
      {pictures.map(({ name, url }, index) => (
        <Image
          key={name}
          src={addressOf(url)}
          alt={t("pictures.one", { place: index + 1 })}
          maxWidth="full"
          maxHeight="320px"
          objectFit="contain"
          border="1px solid"
          borderColor="border"
          borderRadius="control"
        />
      ))}
    </Box>
  );
}
