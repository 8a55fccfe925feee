import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { useAct } from "../../kit/use-act";
import { ListPage } from "../../kit/list-page";
import { useList } from "../../kit/use-list";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { lazyPart } from "../../ui/lazy/lazy-part";
import type { Column } from "../../ui/table/table-page";
import { badgeList, removeBadge } from "./queries";
import type { Badge } from "./sample";

const BadgeDrawer = lazyPart(() => import("./badge-drawer"));

type Open = { what: "add" } | { what: "edit" | "remove"; badge: Badge };

export default function BadgesPage() {
  const { t } = useTranslation("badges");
  const list = useList(badgeList, [
    {
      kind: "select",
      name: "kind",
      label: t("kind"),
      options: (["staff", "guest"] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
    },
  ]);
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
      <ListPage
        list={list}
        action={<Button onClick={() => setOpen({ what: "add" })}>{t("add")}</Button>}
        columns={columns}
        rowKey={({ id }) => id}
      />
      {open?.what === "add" && <BadgeDrawer badge={undefined} onClose={close} />}
      {open?.what === "edit" && <BadgeDrawer badge={open.badge} onClose={close} />}
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
