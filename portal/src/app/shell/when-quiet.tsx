import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../api/services";
import NewsButton from "../../features/announcements/news-button";
import { homeQuery } from "../../features/home/queries";
import { useAsksForPlace } from "../../features/home/use-choosing-place";
import SurveyOffer from "../../features/surveys/survey-offer";
import FeedbackHost from "../../features/feedback/feedback-host";
import FirstPassword from "./first-password";
import LapseDialog from "./lapse-dialog";
import MessagingAppButton from "./messaging-app-button";
import SessionEnding from "./session-ending";
import StepUpDialog from "./step-up-dialog";

/**
 * Home has something else to say first: a choice of agency or client, an announcement, the first steps of a newcomer, or the
 * choice of a group (G-59).
 */
function useHomeWaits(): boolean {
  const { data: home, dataUpdatedAt } = useQuery({ ...homeQuery(useServices()), enabled: false });
  const asks = useAsksForPlace();
  // What this browser kept does not say what is due now.
  if (asks || !home || dataUpdatedAt === 0) return true;
  const isHint = home.notice.isFirstLogin && home.notice.clickStatus === 0;
  return Boolean(home.announcement) || Boolean(home.welcome) || isHint;
}

/** The parts of the shell that can wait. They load together, when the page has all its answers. */
export default function WhenQuiet() {
  const waits = useHomeWaits();
  return (
    <>
      <NewsButton />
      <MessagingAppButton />
      <LapseDialog />
      <StepUpDialog />
      <SessionEnding />
      <FirstPassword />
      <SurveyOffer waits={waits} />
      <FeedbackHost />
    </>
  );
}
