import { Button } from "@chakra-ui/react";
import { CircleCheck, CircleSlash, History, KeySquare, Pencil, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { languageOf } from "../../../i18n/i18n";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { useOnOff } from "../../../kit/use-on-off";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Selection } from "../../../ui/table/use-selection";
import type { Open } from "../components/product-parts";
import { useSwitchWords } from "../components/switch-words";
import {
  NAMES,
  OFF,
  ON,
  productFile,
  productList,
  productQuery,
  setStatus,
  STATUS,
  TYPES,
  type ProductRow,
} from "../queries";

const ProductParts = lazyPart(() => import("../components/product-parts"));
const RIGHT = "operation_access.ProductManagement.ProductList";
/** What stands in the address of an open product. */
const VIEWS = ["edit", "check", "history"] as const;
type View = (typeof VIEWS)[number];

/** S-19: the products, where home shows them, and to whom they are open. */
export default function ProductsPage() {
  const { t, i18n } = useTranslation("products");
  const onOff = useOnOff(STATUS);
  const { number, day } = useFormats();
  const services = useServices();
  const { typeLabels } = services.config;
  const words = useSwitchWords();
  const typeLabel = (id: number) => typeLabels[id]?.[languageOf(i18n)] ?? t("type.number", { number: id });
  const can = useCan();
  const list = useList(productList, [
    { kind: "text", name: "context", label: t("nameOrCode") },
    {
      kind: "select",
      name: "typeId",
      label: t("type"),
      options: TYPES.map((id) => ({ value: String(id), label: typeLabel(id) })),
    },
    onOff.filter,
  ]);
  const opened = useOpened<Open, View>({
    name: "product",
    views: VIEWS,
    idOf: (open) => ("product" in open ? String(open.product.projectId) : undefined),
    fresh: { "": can(`${RIGHT}.add`) ? { what: "add" } : undefined },
  });
  const { onOpen, onClose } = opened;
  const maySwitch = can(`${RIGHT}.status`);
  const seesHistory = can("account_maintain.AccountManagement.AuditLog.view");
  const seesPeople = can("account_maintain.AccountManagement.AccountList.view");
  const actions = (product: ProductRow) => [
    ...(can(`${RIGHT}.edit`, product.projectId)
      ? [{ key: "edit", label: t("edit"), icon: Pencil, run: () => onOpen({ what: "edit", product }) }]
      : []),
    ...(maySwitch
      ? [
          {
            key: "status",
            label: product.status === ON ? t("turnOff") : t("turnOn"),
            icon: product.status === ON ? CircleSlash : CircleCheck,
            destructive: product.status === ON,
            run: () => onOpen({ what: "status", product }),
          },
        ]
      : []),
    ...(seesPeople
      ? [{ key: "check", label: t("check"), icon: KeySquare, run: () => onOpen({ what: "check", product }) }]
      : []),
    ...(seesHistory
      ? [
          {
            key: "history",
            label: t("history"),
            icon: History,
            run: () => onOpen({ what: "history", product }),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={productFile}
        {...(can(`${RIGHT}.add`) && {
          action: (
            <Button onClick={() => onOpen({ what: "add" })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          ),
        })}
        {...(maySwitch && {
          bulk: (selection: Selection<ProductRow>) => (
            <BulkSwitch
              selection={selection}
              rowKey={({ projectId }) => String(projectId)}
              rowName={({ name }) => name}
              words={words}
              call={({ projectId }, on) => setStatus(services, projectId, on ? ON : OFF)}
              refresh={NAMES}
            />
          ),
        })}
        rowKey={({ projectId }) => String(projectId)}
        rowName={({ name }) => name}
        {...((can(`${RIGHT}.edit`, "any") || maySwitch || seesPeople || seesHistory) && {
          rowActions: actions,
        })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "name",
            cell: (row) => (
              <NameLink
                opened={opened}
                views={VIEWS}
                actions={actions(row)}
                openOf={(what) => ({ what, product: row })}
              >
                {row.name}
              </NameLink>
            ),
          },
          { key: "code", header: t("code"), cell: (row) => row.appName },
          onOff.column,
          {
            key: "opensTo",
            short: true,
            minor: true,
            header: t("opensTo"),
            cell: ({ everyone }) => t(everyone ? "opensTo.everyone" : "opensTo.some"),
          },
          {
            key: "type",
            header: t("type"),
            // The product's own name for its list takes precedence over the settings (G-27).
            cell: ({ hidden, typeId, typeName }) => (hidden ? t("type.none") : typeName || typeLabel(typeId)),
          },
          {
            key: "order",
            header: t("order"),
            sort: "order",
            align: "end",
            minor: true,
            cell: (row) => number(row.sort),
          },
          { key: "administrator", header: t("administrator"), cell: (row) => row.adminName || NONE },
          {
            key: "created",
            header: t("created"),
            sort: "created",
            short: true,
            off: true,
            cell: (row) => day(row.createdAt),
          },
        ]}
      />
      <OpenedParts<Open, View, ProductRow>
        opened={opened}
        openOf={(what, product) => ({ what, product })}
        rows={list.page?.rows}
        rowKey={({ projectId }) => String(projectId)}
        load={(id) => productQuery(services, Number(id))}
        actionsOf={actions}
      >
        {(open) => <ProductParts open={open} onOpen={onOpen} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
