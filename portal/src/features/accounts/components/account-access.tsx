import { Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { loadTexts } from "../../../i18n/i18n";
import { useFormats } from "../../../i18n/use-formats";
import { CHECKING } from "../../../kit/access-check/texts";
import { NotThereYet } from "../../../kit/not-there-yet";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { SideDrawer } from "../../../ui/side-drawer";
import { accessQuery, type AccountAccess as Access } from "../queries";
import { Item, ManagedBy, Muted, Part } from "./access-parts";
import { alike, Rights } from "./access-rights";
import type { AccountName, Open } from "./account-actions";
import { personName } from "./change-status";

type Role = Access["roles"][number];
type Group = Access["groups"][number];

const CheckApplication = lazyPart(
  async () => {
    const check = import("../../../kit/access-check/check-application");
    const [part] = await Promise.all([check, loadTexts([CHECKING])]);
    return part;
  },
  <Skeleton height="20" marginBottom="5" aria-busy="true" />,
);

interface AccountAccessProps {
  account: AccountName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** Whether somebody can open an application; and what they may do: roles, groups, and each access right with what gives it and who manages that. */
export function AccountAccess({ account, onOpen, onClose }: AccountAccessProps) {
  const { t } = useTranslation("accounts");
  const { data, error, refetch } = useQuery(accessQuery(useServices(), account.userId));
  const edit = () => onOpen({ what: "edit", account });
  return (
    <SideDrawer title={t("access.title", { name: personName(account) })} reading onClose={onClose}>
      <CheckApplication
        userId={account.userId}
        name={account.fullName || account.username}
        onForm={{ extendAccount: edit, moveAccount: edit }}
      />
      {data ? (
        <Everything access={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={8} height="8" />
      )}
    </SideDrawer>
  );
}

function Everything({ access }: { access: Access }) {
  const { t } = useTranslation("accounts");
  const { roles, groups, accessList, more } = access;
  return (
    <>
      <Part heading={t("access.roles")} none={roles.length === 0 && t("access.noRoles")}>
        {roles.map((role) => (
          <OneRole key={role.roleId} role={role} />
        ))}
      </Part>
      <Part heading={t("access.groups")} none={groups.length === 0 && t("access.noGroups")}>
        {groups.map((group) => (
          <OneGroup key={group.groupId} group={group} />
        ))}
      </Part>
      <Part heading={t("access.rights")} none={accessList.length === 0 && t("access.noRights")}>
        {alike(accessList).map((rights) => (
          <Rights key={rights[0]?.accessCode} rights={rights} roles={roles} groups={groups} />
        ))}
      </Part>
      {more && <Text color="fg.muted">{t("access.more")}</Text>}
    </>
  );
}

function OneRole({ role }: { role: Role }) {
  const { t } = useTranslation("accounts");
  const narrowed = role.assignedOrgName || role.orgName;
  return (
    <Item>
      <Text margin="0" fontWeight="medium">
        {t("access.role", { role: role.roleName, product: role.projectName })}
      </Text>
      {narrowed && <Muted>{t("access.narrowed", { name: narrowed })}</Muted>}
      {!role.applies && <Muted>{t("access.notNow")}</Muted>}
      <ManagedBy names={role.administrators} />
    </Item>
  );
}

function OneGroup({ group }: { group: Group }) {
  const { t } = useTranslation("accounts");
  const { list } = useFormats();
  const products = group.products.map(({ projectName }) => projectName);
  return (
    <Item>
      <Text margin="0" fontWeight="medium">
        {group.groupName}
      </Text>
      <Muted>
        {products.length > 0 ? t("access.opens", { names: list(products) }) : t("access.opensNothing")}
      </Muted>
      <ManagedBy names={group.managers} />
    </Item>
  );
}
