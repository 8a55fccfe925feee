import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { useAudienceColumn } from "../../../kit/audience/audience";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { useOnOff } from "../../../kit/use-on-off";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { useAnnouncementActions } from "../components/announcement-actions";
import type { Named, Open } from "../components/open";
import { announcementFile, announcementList, announcementQuery, STATUS } from "../queries";

const AnnouncementParts = lazyPart(() => import("../components/announcement-parts"));
const RIGHT = "operation_access.AnnouncementManagement.AnnouncementList";
/** What stands in the address of an open announcement. */
const VIEWS = ["edit", "readers", "history"] as const;
type View = (typeof VIEWS)[number];

/** R-14, S-23: the announcements, when they begin, whether people see them and how many have read them. */
export default function AnnouncementsPage() {
  const { t } = useTranslation("announcements");
  const services = useServices();
  const { number, day, clock } = useFormats();
  const can = useCan();
  const onOff = useOnOff(STATUS);
  const audience = useAudienceColumn();
  const list = useList(announcementList, [
    { kind: "text", name: "context", label: t("title") },
    onOff.filter,
  ]);
  const opened = useOpened<Open, View>({
    name: "announcement",
    views: VIEWS,
    idOf: (open) => open.announcement?.id,
    fresh: { "": can(`${RIGHT}.add`) ? { what: "edit", announcement: undefined } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useAnnouncementActions(onOpen);
  const rows = list.page?.rows ?? [];
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={announcementFile}
        action={
          can(`${RIGHT}.add`) && (
            <Button onClick={() => onOpen({ what: "edit", announcement: undefined })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        {...(rows.some((row) => actionsOf(row).length > 0) && { rowActions: actionsOf })}
        columns={[
          {
            key: "title",
            header: t("title"),
            sort: "title",
            cell: (row) => (
              <NameLink
                opened={opened}
                views={VIEWS}
                actions={actionsOf(row)}
                openOf={(what) => ({ what, announcement: row })}
              >
                {row.title}
              </NameLink>
            ),
          },
          {
            key: "launch",
            header: t("launch"),
            sort: "launch",
            short: true,
            cell: (row) => clock(row.launchTime),
          },
          { key: "end", header: t("end"), short: true, minor: true, cell: (row) => clock(row.endTime) },
          onOff.column,
          audience,
          {
            key: "kind",
            header: t("kind"),
            short: true,
            minor: true,
            cell: ({ mustRead, signInLine }) =>
              [mustRead && t("mustRead.short"), signInLine && t("line.short")].filter(Boolean).join(", ") ||
              NONE,
          },
          { key: "readers", header: t("readers"), align: "end", cell: ({ readers }) => number(readers) },
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
        openOf={(what, announcement) => ({ what, announcement })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        load={(id) => announcementQuery(services, id)}
        actionsOf={actionsOf}
      >
        {(open) => <AnnouncementParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
