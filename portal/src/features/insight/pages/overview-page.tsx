import { useQuery } from "@tanstack/react-query";
import { useCan } from "../../../access/can";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { PageHeader } from "../../../ui/page-header";
import { OwnFigures } from "../components/own-figures";
import { ChosenDay, SpanChoice, useSpan } from "../components/span-choice";
import { WholeFigures } from "../components/whole-figures";
import { overviewQuery } from "../queries";

const WHOLE = "operation_access.SystemManagement.Overview.view";

/** What happens in the installation; for those who administer a product alone, what happens with it. */
export default function OverviewPage() {
  const title = usePageTitle();
  const seesAll = useCan()(WHOLE);
  return (
    <>
      <PageHeader title={title} action={<SpanChoice />} />
      <ChosenDay />
      {seesAll ? <Whole /> : <OwnFigures />}
    </>
  );
}

function Whole() {
  const { data, error, refetch } = useQuery(overviewQuery(useServices(), useSpan().span));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="48" />;
  return <WholeFigures overview={data} />;
}
