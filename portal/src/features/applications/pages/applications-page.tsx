import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import type { Selection } from "../../../ui/table/use-selection";
import {
  useApplicationActions,
  VIEWS,
  type ApplicationShown,
  type Open,
} from "../components/application-actions";
import { BulkStatus } from "../components/bulk-status";
import { applicationFile, applicationList, shownQuery, type ApplicationRow } from "../queries";

const ApplicationParts = lazyPart(() => import("../components/application-parts"));
type View = (typeof VIEWS)[number];

const SOURCES = ["admin", "file"] as const;
const KINDS = ["oidc", "legacy"] as const;

/** The applications that sign people in here, and everything that administrators do with them. */
export default function ApplicationsPage() {
  const { t } = useTranslation("applications");
  const { day, time } = useFormats();
  const services = useServices();
  const can = useCan();
  const list = useList(applicationList, [
    { kind: "text", name: "context", label: t("filter.context") },
    {
      kind: "select",
      name: "enabled",
      label: t("status"),
      options: [
        { value: "1", label: t("enabled") },
        { value: "0", label: t("disabled") },
      ],
    },
    {
      kind: "select",
      name: "kind",
      label: t("kind"),
      options: KINDS.map((value) => ({ value, label: t(`choice.kind.${value}`) })),
    },
    {
      kind: "select",
      name: "source",
      label: t("source"),
      options: SOURCES.map((value) => ({ value, label: t(`source.${value}`) })),
    },
  ]);
  const opened = useOpened<Open, View>({
    name: "application",
    views: VIEWS,
    idOf: (open) => ("application" in open ? open.application.client_id : undefined),
    fresh: {
      "": can("operation_access.ApplicationManagement.ApplicationList.add") ? { what: "add" } : undefined,
    },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useApplicationActions(onOpen);
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={applicationFile}
        action={
          can("operation_access.ApplicationManagement.ApplicationList.add") && (
            <Button onClick={() => onOpen({ what: "add" })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        columns={[
          {
            key: "name",
            header: t("application"),
            sort: "name",
            cell: (application) => (
              <Pair beside={application.client_id}>
                <OpenLink opened={opened} open={{ what: "details", application }}>
                  {application.name}
                </OpenLink>
              </Pair>
            ),
          },
          { key: "kind", header: t("kind"), cell: ({ kind }) => t(`choice.kind.${kind}`) },
          {
            key: "status",
            header: t("status"),
            short: true,
            words: [t("enabled"), t("disabled")],
            cell: ({ enabled }) => (
              <StatusMark look={enabled ? "on" : "off"}>{enabled ? t("enabled") : t("disabled")}</StatusMark>
            ),
          },
          { key: "source", header: t("source"), minor: true, cell: ({ source }) => t(`source.${source}`) },
          {
            key: "lastUsed",
            header: t("lastUsed"),
            sort: "lastUsed",
            short: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Pair beside={time(lastUsedAt)}>{day(lastUsedAt)}</Pair> : NONE,
          },
          {
            key: "created",
            header: t("created"),
            sort: "created",
            short: true,
            off: true,
            cell: ({ createdAt }) => day(createdAt),
          },
        ]}
        rowKey={({ client_id: id }) => id}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        {...(can("operation_access.ApplicationManagement.ApplicationList.edit") && {
          bulk: (selection: Selection<ApplicationRow>) => <BulkStatus selection={selection} />,
        })}
      />
      <OpenedParts<Open, View, ApplicationShown>
        opened={opened}
        openOf={(what, application) => ({ what, application })}
        rows={list.page?.rows}
        rowKey={({ client_id: id }) => id}
        load={(id) => shownQuery(services, id)}
        actionsOf={actionsOf}
      >
        {(open) => <ApplicationParts open={open} onOpen={onOpen} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
