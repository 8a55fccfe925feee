import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { usePageTitle } from "../../../access/nav";
import { PageHeader } from "../../../ui/page-header";
import { OwnFigures } from "../components/own-figures";
import { ChosenDay, SpanChoice } from "../components/span-choice";

/** What happens in the groups that the reader manages, and with the products that the reader administers. */
export default function OwnOverviewPage() {
  return (
    <>
      <AskingTabs />
      <PageHeader title={usePageTitle()} action={<SpanChoice />} />
      <ChosenDay />
      <OwnFigures />
    </>
  );
}
