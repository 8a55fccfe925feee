import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAudienceColumn } from "../../../kit/audience/audience";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { useOnOff } from "../../../kit/use-on-off";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Named, Open } from "../components/open";
import { useSurveyActions } from "../components/survey-actions";
import { STATUS, surveyList, surveyQuery } from "../queries";

const SurveyParts = lazyPart(() => import("../components/survey-parts"));
const RIGHT = "feedback_center.FeedbackCenter.SurveyList";
/** What stands in the address of an open survey. */
const VIEWS = ["edit", "results", "history"] as const;
type View = (typeof VIEWS)[number];

/** R-19, S-24: the surveys, when they run, whether people see them and how many have answered. */
export default function SurveysPage() {
  const { t } = useTranslation("surveys");
  const services = useServices();
  const { clock, number, day } = useFormats();
  const can = useCan();
  const onOff = useOnOff(STATUS);
  const audience = useAudienceColumn();
  const list = useList(surveyList, [{ kind: "text", name: "context", label: t("name") }, onOff.filter]);
  const opened = useOpened<Open, View>({
    name: "survey",
    views: VIEWS,
    idOf: (open) => open.survey?.id,
    fresh: { "": can(`${RIGHT}.edit`) ? { what: "edit", survey: undefined } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useSurveyActions(onOpen);
  const rows = list.page?.rows ?? [];
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        action={
          can(`${RIGHT}.edit`) && (
            <Button onClick={() => onOpen({ what: "edit", survey: undefined })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        rowKey={({ id }) => id}
        rowName={({ surveyName }) => surveyName}
        {...(rows.some((row) => actionsOf(row).length > 0) && { rowActions: actionsOf })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "name",
            cell: (row) => (
              <NameLink
                opened={opened}
                views={VIEWS}
                actions={actionsOf(row)}
                openOf={(what) => ({ what, survey: row })}
              >
                {row.surveyName}
              </NameLink>
            ),
          },
          {
            key: "start",
            header: t("start"),
            sort: "start",
            short: true,
            cell: (row) => clock(row.startTime),
          },
          { key: "end", header: t("end"), short: true, minor: true, cell: (row) => clock(row.endTime) },
          onOff.column,
          audience,
          {
            key: "kind",
            header: t("asks"),
            short: true,
            minor: true,
            cell: ({ url, anonymous }) => t(url ? "asks.link" : anonymous ? "anonymous" : "named"),
          },
          { key: "answers", header: t("people.done"), align: "end", cell: ({ answers }) => number(answers) },
          {
            key: "created",
            header: t("created"),
            sort: "created",
            short: true,
            off: true,
            cell: ({ createdAt }) => day(createdAt),
          },
        ]}
      />
      <OpenedParts<Open, View, Named>
        opened={opened}
        openOf={(what, survey) => ({ what, survey })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        load={(id) => surveyQuery(services, id)}
        actionsOf={actionsOf}
      >
        {(open) => <SurveyParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
