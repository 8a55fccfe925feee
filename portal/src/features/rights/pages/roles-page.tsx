import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { PageTabs } from "../../../kit/page-tabs";
import { products } from "../../../kit/sources";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import type { Selection } from "../../../ui/table/use-selection";
import { ROLE_VIEWS as VIEWS, useRoleActions, useRoleCan, type Open } from "../components/role-actions";
import { useScopeText } from "../components/role-scope";
import { useRoleSwitch } from "../components/role-words";
import { OFF, ON, STATUS, TABS } from "../queries";
import { ROLE_NAMES, roleFile, roleList, roleQuery, updateRole, type RoleRow } from "../role-queries";

const RoleParts = lazyPart(() => import("../components/role-parts"));
type View = (typeof VIEWS)[number];
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
  const opened = useOpened<Open, View>({
    name: "role",
    views: VIEWS,
    idOf: (open) => ("role" in open ? open.role.roleId : undefined),
    fresh: { "": can(`${RIGHT}.add`, "any") ? { what: "add" } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useRoleActions(onOpen);
  return (
    <>
      <ListPage
        list={list}
        empty={t("role.empty")}
        file={roleFile}
        tabs={<PageTabs paths={TABS} />}
        action={
          can(`${RIGHT}.add`, "any") && (
            <Button onClick={() => onOpen({ what: "add" })}>
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
              reread={({ roleId }) => services.queries.query(roleQuery(services, roleId))}
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
            cell: (role) => (
              <OpenLink opened={opened} open={{ what: "details", role }}>
                {role.roleName}
              </OpenLink>
            ),
          },
          { key: "product", header: t("product"), cell: ({ projectName }) => projectName },
          { key: "scope", header: t("accountType"), cell: scope },
          {
            key: "status",
            header: t("status"),
            short: true,
            words: [t("status.on"), t("status.off")],
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
            off: true,
            cell: ({ createdAt }) => day(createdAt),
          },
        ]}
      />
      <OpenedParts<Open, View, RoleRow>
        opened={opened}
        openOf={(what, role) => ({ what, role })}
        rows={list.page?.rows}
        rowKey={({ roleId }) => roleId}
        load={(roleId) => roleQuery(services, roleId)}
        actionsOf={actionsOf}
      >
        {(open) => <RoleParts open={open} onOpen={onOpen} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
