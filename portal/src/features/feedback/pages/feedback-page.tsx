import { History, MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useServerMoment } from "../../../kit/server-time";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import type { RowAction } from "../../../ui/table/row-menu";
import type { Named, Open } from "../components/open";
import { WeekFigures } from "../components/week-figures";
import { CATEGORIES, LOOKS, shortened, STATUSES } from "../feedback";
import { detailsQuery, feedbackFileIn, feedbackListIn, handlers, subjects } from "../queries";

const FeedbackParts = lazyPart(() => import("../components/feedback-parts"));
/** Letters of a text in the list. */
const MOST = 80;
/** What stands in the address of open feedback. */
const VIEWS = ["details", "history"] as const;
type View = (typeof VIEWS)[number];

/** R-20, S-25: what people say, what it is about, and what becomes of it. */
export default function FeedbackPage() {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const moment = useServerMoment();
  const { timeZone } = services.config;
  const can = useCan();
  const canSeeHistory = can("account_maintain.AccountManagement.AuditLog.view");
  const list = useList(feedbackListIn(timeZone), [
    { kind: "text", name: "context", label: t("words") },
    {
      kind: "select",
      name: "status",
      label: t("status"),
      options: choices(STATUSES, (one) => t(`status.${one}`)),
    },
    {
      kind: "select",
      name: "categoryId",
      label: t("category"),
      options: choices(CATEGORIES, (one) => t(`category.${one}`)),
    },
    { kind: "search", name: "projectId", label: t("product"), source: subjects(services) },
    ...(can("feedback_center.FeedbackCenter.FeedbackList.answer")
      ? [{ kind: "search", name: "assigneeId", label: t("assignee"), source: handlers(services) } as const]
      : []),
    { kind: "days", name: "since", until: "before" },
  ]);
  const opened = useOpened<Open, View>({
    name: "item",
    views: VIEWS,
    idOf: ({ feedback }) => feedback.id,
  });
  const { onOpen, onClose } = opened;
  const actionsOf = (feedback: Named): RowAction[] => [
    {
      key: "details",
      label: t("open"),
      icon: MessageSquareText,
      run: () => onOpen({ what: "details", feedback }),
    },
    ...(canSeeHistory
      ? [
          {
            key: "history",
            label: t("history"),
            icon: History,
            run: () => onOpen({ what: "history", feedback }),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={feedbackFileIn(timeZone)}
        tabs={<WeekFigures />}
        rowKey={({ id }) => id}
        rowName={({ feedback }) => shortened(feedback, MOST)}
        {...(canSeeHistory && { rowActions: actionsOf })}
        columns={[
          {
            key: "text",
            header: t("text"),
            cell: (row) => (
              <NameLink
                opened={opened}
                views={VIEWS}
                actions={actionsOf(row)}
                openOf={(what) => ({ what, feedback: row })}
              >
                {shortened(row.feedback, MOST)}
              </NameLink>
            ),
          },
          {
            key: "product",
            header: t("product"),
            short: true,
            cell: ({ projectName }) => projectName || NONE,
          },
          {
            key: "category",
            header: t("category"),
            cell: ({ categoryId }) => t(`category.${categoryId}`),
          },
          {
            key: "status",
            header: t("status"),
            short: true,
            cell: ({ status }) => <StatusMark look={LOOKS[status]}>{t(`status.${status}`)}</StatusMark>,
          },
          {
            key: "author",
            header: t("author"),
            short: true,
            minor: true,
            cell: ({ fullName, username }) => fullName || username || NONE,
          },
          {
            key: "assignee",
            header: t("assignee"),
            short: true,
            minor: true,
            cell: ({ assignee }) => assignee || NONE,
          },
          {
            key: "duplicate",
            header: t("duplicate"),
            short: true,
            minor: true,
            off: true,
            cell: ({ mergedInto }) => (mergedInto ? t("yes") : NONE),
          },
          {
            key: "created",
            header: t("arrived"),
            sort: "created",
            short: true,
            cell: ({ createdAt }) => moment(createdAt),
          },
        ]}
      />
      <OpenedParts<Open, View, Named>
        opened={opened}
        openOf={(what, feedback) => ({ what, feedback })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        load={(id) => detailsQuery(services, id)}
        actionsOf={actionsOf}
      >
        {(open) => <FeedbackParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}

function choices<Value extends number>(values: readonly Value[], labelOf: (value: Value) => string) {
  return values.map((value) => ({ value: String(value), label: labelOf(value) }));
}
