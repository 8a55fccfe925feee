import { Box, Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { PageTabs } from "../../../kit/page-tabs";
import { modules, products } from "../../../kit/sources";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import type { Selection } from "../../../ui/table/use-selection";
import { BulkRights } from "../components/bulk-rights";
import { RIGHT_VIEWS as VIEWS, useRightActions, type Open } from "../components/right-actions";
import { RightStatus } from "../components/right-status";
import {
  rightFile,
  rightList,
  rightQuery,
  STATUS,
  TABS,
  TYPES,
  type RightRow,
  WITH_BUILT_IN,
} from "../queries";

const RightParts = lazyPart(() => import("../components/right-parts"));
type View = (typeof VIEWS)[number];
const RIGHT = "operation_access.AccessManagement.AccessList";

/** R-11, S-21: the access rights of products, and their changes that wait to be confirmed. */
export default function RightsPage() {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { day } = useFormats();
  const can = useCan();
  const projectId = Number(useSearchParams()[0].get("projectId"));
  const list = useList(rightList, [
    { kind: "text", name: "context", label: t("nameOrCode") },
    {
      kind: "search",
      name: "projectId",
      label: t("product"),
      source: products(services, !can(`${RIGHT}.view`)),
    },
    // A module belongs to one product.
    ...(projectId > 0
      ? [
          {
            kind: "search",
            name: "moduleId",
            label: t("module"),
            source: modules(services, projectId),
          } as const,
        ]
      : []),
    {
      kind: "select",
      name: "type",
      label: t("type"),
      options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
    },
    {
      kind: "select",
      name: "publishedStatus",
      label: t("status"),
      options: Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) })),
    },
    {
      kind: "select",
      name: "draft",
      label: t("changes"),
      options: [
        { value: "1", label: t("state.draft") },
        { value: "0", label: t("state.live") },
      ],
    },
    {
      kind: "select",
      name: "builtIn",
      label: t("state.builtIn"),
      any: t("builtIn.hidden"),
      options: [
        { value: WITH_BUILT_IN, label: t("builtIn.shown") },
        { value: "1", label: t("builtIn.only") },
      ],
    },
  ]);
  const opened = useOpened<Open, View>({
    name: "right",
    views: VIEWS,
    idOf: (open) => ("right" in open ? open.right.accessId : undefined),
    fresh: { "": can(`${RIGHT}.add`, "any") ? { what: "add" } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useRightActions(onOpen);
  const may = (right: "add" | "edit" | "confirm") => can(`${RIGHT}.${right}`, "any");
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={rightFile}
        tabs={<PageTabs paths={TABS} />}
        action={
          may("add") && (
            <Button onClick={() => onOpen({ what: "add" })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        rowKey={({ accessId }) => accessId}
        rowName={({ accessName }) => accessName}
        rowActions={actionsOf}
        {...((may("edit") || may("confirm")) && {
          bulk: (selection: Selection<RightRow>) => <BulkRights selection={selection} />,
        })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "accessName",
            cell: (right) => (
              <Pair beside={right.accessCode}>
                <OpenLink opened={opened} open={{ what: "details", right }}>
                  {right.accessName}
                </OpenLink>
              </Pair>
            ),
          },
          {
            key: "product",
            header: t("product"),
            cell: ({ projectName, moduleName }) => <Pair beside={moduleName}>{projectName}</Pair>,
          },
          { key: "type", header: t("type"), short: true, minor: true, cell: ({ type }) => t(`type.${type}`) },
          {
            key: "status",
            header: t("status"),
            short: true,
            words: Object.values(STATUS).map((word) => t(`status.${word}`)),
            cell: (right) => <RightStatus right={right} />,
          },
          {
            key: "state",
            header: t("changes"),
            short: true,
            words: [t("state.draft"), t("state.changed"), t("state.live")],
            cell: (right) => <State right={right} />,
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
      />
      <OpenedParts<Open, View, RightRow>
        opened={opened}
        openOf={(what, right) => ({ what, right })}
        rows={list.page?.rows}
        rowKey={({ accessId }) => accessId}
        load={(accessId) => rightQuery(services, accessId)}
        actionsOf={actionsOf}
      >
        {(open) => <RightParts open={open} onOpen={onOpen} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}

/** Whether a change waits to be confirmed, and whether somebody has confirmed it before. */
function State({ right: { builtIn, draft, published } }: { right: RightRow }) {
  const { t } = useTranslation("rights");
  if (draft)
    return <StatusMark look="waiting">{published ? t("state.changed") : t("state.draft")}</StatusMark>;
  return <Box color="fg.muted">{builtIn ? t("state.builtIn") : t("state.live")}</Box>;
}
