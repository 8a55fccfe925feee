import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { products } from "../../../kit/sources";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import type { Selection } from "../../../ui/table/use-selection";
import { useModuleActions } from "../components/module-actions";
import type { Open } from "../components/open";
import { useSwitchWords } from "../components/switch-words";
import {
  findModule,
  moduleFile,
  moduleList,
  NAMES,
  OFF,
  ON,
  STATUS,
  updateModule,
  type ModuleRow,
} from "../queries";

const ModuleParts = lazyPart(() => import("../components/module-parts"));
const RIGHT = "operation_access.ProductManagement.ModuleList";
/** What stands in the address of an open module. */
const VIEWS = ["edit", "history"] as const;
type View = (typeof VIEWS)[number];

/** R-12, S-20: the modules of products, in their order, and how many access rights belong to each. */
export default function ModulesPage() {
  const { t } = useTranslation("modules");
  const services = useServices();
  const { number, day } = useFormats();
  const can = useCan();
  const words = useSwitchWords();
  const list = useList(moduleList, [
    { kind: "text", name: "context", label: t("nameOrCode") },
    {
      kind: "search",
      name: "projectId",
      label: t("product"),
      source: products(services, !can(`${RIGHT}.view`)),
    },
    {
      kind: "select",
      name: "status",
      label: t("status"),
      options: Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) })),
    },
  ]);
  const opened = useOpened<Open, View>({
    name: "module",
    views: VIEWS,
    idOf: (open) => open.module?.moduleId,
    fresh: { "": can(`${RIGHT}.add`, "any") ? { what: "edit", module: undefined } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useModuleActions(onOpen);
  const rows = list.page?.rows ?? [];
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={moduleFile}
        action={
          can(`${RIGHT}.add`, "any") && (
            <Button onClick={() => onOpen({ what: "edit", module: undefined })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        rowKey={({ moduleId }) => moduleId}
        rowName={({ moduleName }) => moduleName}
        {...(rows.some((row) => actionsOf(row).length > 0) && { rowActions: actionsOf })}
        {...(can(`${RIGHT}.edit`, "any") && {
          bulk: (selection: Selection<ModuleRow>) => (
            <BulkSwitch
              selection={selection}
              rows={selection.rows.filter(({ projectId }) => can(`${RIGHT}.edit`, projectId))}
              reread={async (module) => (await findModule(services, module)) ?? module}
              rowKey={({ moduleId }) => moduleId}
              rowName={({ moduleName }) => moduleName}
              words={words}
              call={({ moduleId, version }, on) =>
                updateModule(services, { moduleId, version, status: on ? ON : OFF })
              }
              refresh={NAMES}
            />
          ),
        })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "name",
            cell: (module) => (
              <Pair beside={module.moduleCode}>
                <NameLink
                  opened={opened}
                  views={VIEWS}
                  actions={actionsOf(module)}
                  openOf={(what) => ({ what, module })}
                >
                  {module.moduleName}
                </NameLink>
              </Pair>
            ),
          },
          { key: "product", header: t("product"), cell: ({ projectName }) => projectName },
          {
            key: "status",
            header: t("status"),
            short: true,
            words: [t("status.on"), t("status.off")],
            cell: ({ status }) => (
              <StatusMark look={STATUS[status]}>{t(`status.${STATUS[status]}`)}</StatusMark>
            ),
          },
          { key: "order", header: t("order"), sort: "order", align: "end", cell: ({ sort }) => number(sort) },
          {
            key: "rights",
            header: t("rights"),
            align: "end",
            cell: ({ numbersOfRights }) => number(numbersOfRights),
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
      <OpenedParts<Open, View, ModuleRow>
        opened={opened}
        openOf={(what, module) => ({ what, module })}
        rows={list.page?.rows}
        rowKey={({ moduleId }) => moduleId}
        actionsOf={actionsOf}
      >
        {(open) => <ModuleParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
