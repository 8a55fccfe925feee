import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { useAct } from "../../kit/use-act";
import { useListQuery } from "../../kit/use-list-query";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { PageHeader } from "../../ui/page-header";
import { DataTable, type Column } from "../../ui/table/data-table";
import { useTableState } from "../../ui/table/use-table-state";
import { badgesQuery, removeBadge } from "./queries";
import type { Badge } from "./sample";

const BadgeDrawer = lazyPart(() => import("./badge-drawer"));

type Open = { what: "add" } | { what: "edit" | "remove"; badge: Badge };

export default function BadgesPage() {
  const { t } = useTranslation("badges");
  const services = useServices();
  const list = useListQuery(useTableState(["kind"]), (paging) => badgesQuery(services, paging));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns: Column<Badge>[] = [
    {
      key: "name",
      header: t("name"),
      cell: (badge) => (
        <Button variant="plain" onClick={() => setOpen({ what: "edit", badge })}>
          {badge.name}
        </Button>
      ),
    },
    { key: "note", header: t("note"), cell: ({ note }) => note, prose: true },
    {
      key: "actions",
      header: t("actions"),
      cell: (badge) => (
        <Button variant="outline" size="sm" onClick={() => setOpen({ what: "remove", badge })}>
          {t("remove")}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t("heading")}
        action={<Button onClick={() => setOpen({ what: "add" })}>{t("add")}</Button>}
      />
      <DataTable label={t("heading")} columns={columns} rowKey={({ id }) => id} {...list} />
      <Suspense>
        {open?.what === "add" && <BadgeDrawer badge={undefined} onClose={close} />}
        {open?.what === "edit" && <BadgeDrawer badge={open.badge} onClose={close} />}
      </Suspense>
      {open?.what === "remove" && <RemoveBadge badge={open.badge} onClose={close} />}
    </>
  );
}

function RemoveBadge({ badge, onClose }: { badge: Badge; onClose: () => void }) {
  const { t } = useTranslation("badges");
  const services = useServices();
  const remove = useAct(() => removeBadge(services, badge.id), {
    done: t("removed"),
    refresh: ["badges"],
  });
  return (
    <ConfirmDialog
      title={t("remove.question", { name: badge.name })}
      action={t("remove")}
      destructive
      busy={remove.busy}
      onConfirm={() => void remove.run().then(onClose)}
      onClose={onClose}
    >
      {t("remove.consequence")}
    </ConfirmDialog>
  );
}
