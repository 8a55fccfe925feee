import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { STATUS } from "../queries";
import { roleQuery, type Role, type RoleRow } from "../role-queries";
import { useRoleCan, type Open } from "./role-actions";
import { useScopeText } from "./role-scope";

interface RoleDetailsProps {
  role: RoleRow;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** A role: whom it is for, what it gives, and how many people have it (C-053). */
export function RoleDetails({ role, onOpen, onClose }: RoleDetailsProps) {
  const { t } = useTranslation("rights");
  const { data, error, refetch } = useQuery(roleQuery(useServices(), role.roleId));
  const may = useRoleCan()(role);
  const open = (what: "edit" | "people") => () => onOpen({ what, role: data ?? role });
  return (
    <SideDrawer
      title={role.roleName}
      reading
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={open("people")}>
            {t("people")}
          </Button>
          {may.edit && <Button onClick={open("edit")}>{t("edit")}</Button>}
        </>
      }
    >
      {data ? (
        <Facts role={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={8} height="5" />
      )}
    </SideDrawer>
  );
}

function Facts({ role }: { role: Role }) {
  const { t } = useTranslation("rights");
  const { moment, number } = useFormats();
  const scope = useScopeText();
  const word = STATUS[role.status];
  return (
    <>
      <FactGroup heading={t("section.info")}>
        <Fact name={t("name")}>{role.roleName}</Fact>
        <Fact name={t("product")}>{role.projectName}</Fact>
        <Fact name={t("accountType")}>{scope(role)}</Fact>
        <Fact name={t("status")}>
          <StatusMark look={word}>{t(`status.${word}`)}</StatusMark>
        </Fact>
        {role.requiresFactor && <Fact name={t("factor")}>{t("factor.required")}</Fact>}
        <Fact name={t("people")}>{number(role.numbersOfUsers)}</Fact>
        <Fact name={t("desc")}>{role.desc || NONE}</Fact>
      </FactGroup>
      <FactGroup heading={t("rights")}>
        {role.access.map(({ accessId, accessCode, state }) => (
          <Fact key={accessId} name={t(`given.${state}`)}>
            {accessCode}
          </Fact>
        ))}
        {role.access.length === 0 && <Fact name={t("rights")}>{NONE}</Fact>}
      </FactGroup>
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {t("addedAt", { at: moment(role.createdAt) })}
      </Text>
    </>
  );
}
