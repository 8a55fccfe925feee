import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { Term } from "../../../ui/form/field-frame";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { STATUS } from "../queries";
import { rightsTree, roleQuery, type Role, type RoleRow } from "../role-queries";
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

/** The access rights that a role gives, by their names; the codes alone until the names are there. */
function Given({ role: { access, projectId, roleId } }: { role: Role }) {
  const { t } = useTranslation("rights");
  const tree = useQuery(rightsTree(useServices(), projectId, roleId)).data ?? [];
  const named = new Map(
    tree.flatMap((module) => module.access).map(({ accessId, accessName }) => [accessId, accessName]),
  );
  return (
    <Box as="section" marginBottom="5">
      <Heading as="h3" size="sm" marginBottom="2">
        {t("rights")}
      </Heading>
      {access.length === 0 && <Text margin="0">{NONE}</Text>}
      <Flex as="ul" direction="column" gap="2" margin="0" padding="0" listStyleType="none">
        {access.map(({ accessId, accessCode, state }) => (
          <Flex as="li" key={accessId} wrap="wrap" columnGap="2">
            <Box overflowWrap="anywhere">
              {named.get(accessId)} <Term>{accessCode}</Term>
            </Box>
            {state !== "published" && <StatusMark look="waiting">{t(`given.${state}`)}</StatusMark>}
          </Flex>
        ))}
      </Flex>
    </Box>
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
      <Given role={role} />
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {t("addedAt", { at: moment(role.createdAt) })}
      </Text>
    </>
  );
}
