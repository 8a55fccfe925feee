import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { PageTabs } from "../../../kit/page-tabs";
import { products } from "../../../kit/sources";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { useList } from "../../../kit/use-list";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import type { Selection } from "../../../ui/table/use-selection";
import { useRoleActions, useRoleCan, type Open } from "../components/role-actions";
import { useScopeText } from "../components/role-scope";
import { useRoleSwitch } from "../components/role-words";
import { OFF, ON, STATUS, TABS } from "../queries";
import { ROLE_NAMES, roleFile, roleList, updateRole, type RoleRow } from "../role-queries";

const RoleParts = lazyPart(() => import("../components/role-parts"));
const RIGHT = "operation_access.AccessManagement.RoleList";

/** S-21: the roles of products, whom they are for, what they give and who has them. */
export default function RolesPage() {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { number, day } = useFormats();
  const can = useCan();
  const mayDo = useRoleCan();
  const scope = useScopeText();
  const words = useRoleSwitch();
  const list = useList(roleList, [
    { kind: "text", name: "context", label: t("name") },
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
  const [open, setOpen] = useState<Open>();
  const actionsOf = useRoleActions(setOpen);
  return (
    <>
      <ListPage
        list={list}
        file={roleFile}
        tabs={<PageTabs paths={TABS} />}
        action={
          can(`${RIGHT}.add`, "any") && (
            <Button onClick={() => setOpen({ what: "add" })}>
              <Plus size={16} aria-hidden />
              {t("role.add")}
            </Button>
          )
        }
        rowKey={({ roleId }) => roleId}
        rowName={({ roleName }) => roleName}
        rowActions={actionsOf}
        {...(can(`${RIGHT}.edit`, "any") && {
          bulk: (selection: Selection<RoleRow>) => (
            <BulkSwitch
              selection={selection}
              rows={selection.rows.filter((role) => mayDo(role).edit)}
              rowKey={({ roleId }) => roleId}
              rowName={({ roleName }) => roleName}
              words={words}
              call={({ roleId, version }, on) =>
                updateRole(services, { roleId, version, status: on ? ON : OFF })
              }
              refresh={ROLE_NAMES}
            />
          ),
        })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "roleName",
            prose: true,
            cell: (role) => (
              <Button
                variant="plain"
                textAlign="start"
                whiteSpace="normal"
                onClick={() => setOpen({ what: "details", role })}
              >
                {role.roleName}
              </Button>
            ),
          },
          { key: "product", header: t("product"), prose: true, cell: ({ projectName }) => projectName },
          { key: "scope", header: t("accountType"), prose: true, cell: scope },
          {
            key: "status",
            header: t("status"),
            cell: ({ status }) => (
              <StatusMark look={STATUS[status]}>{t(`status.${STATUS[status]}`)}</StatusMark>
            ),
          },
          {
            key: "rights",
            header: t("rights"),
            align: "end",
            minor: true,
            cell: ({ numbersOfAccess }) => number(numbersOfAccess),
          },
          {
            key: "people",
            header: t("people"),
            align: "end",
            cell: ({ numbersOfUsers }) => number(numbersOfUsers),
          },
          {
            key: "created",
            header: t("created"),
            sort: "created",
            short: true,
            minor: true,
            cell: ({ createdAt }) => day(createdAt),
          },
        ]}
      />
      {open && <RoleParts open={open} onOpen={setOpen} onClose={() => setOpen(undefined)} />}
    </>
  );
}
