import NewsButton from "../../features/announcements/news-button";
import FirstPassword from "./first-password";
import LapseDialog from "./lapse-dialog";
import MessagingAppButton from "./messaging-app-button";
import SessionEnding from "./session-ending";
import StepUpDialog from "./step-up-dialog";

/** The parts of the shell that can wait. They load together, when the page has all its answers. */
export default function WhenQuiet() {
  return (
    <>
      <NewsButton />
      <MessagingAppButton />
      <LapseDialog />
      <StepUpDialog />
      <SessionEnding />
      <FirstPassword />
    </>
  );
}
