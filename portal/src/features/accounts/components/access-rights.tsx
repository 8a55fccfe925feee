import { Box, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { FoldTitle } from "../../../ui/fold-title";
import type { AccountAccess } from "../queries";
import { Item, ManagedBy, Muted } from "./access-parts";

type Right = AccountAccess["accessList"][number];
type Reason = Right["reasons"][number];
type Role = AccountAccess["roles"][number];
type Group = AccountAccess["groups"][number];

/** More codes than this are folded. */
const CODES_SHOWN = 6;

/** Rights of one product that the same roles and groups give. */
export function Rights({ rights, roles, groups }: { rights: Right[]; roles: Role[]; groups: Group[] }) {
  const { t } = useTranslation("accounts");
  const [first] = rights;
  if (!first) return null;
  const codes = rights.map(({ accessCode }) => (
    <Box as="li" key={accessCode}>
      <code>{accessCode}</code>
    </Box>
  ));
  const list = (
    <Box as="ul" margin="0" paddingInlineStart="5" fontSize="sm">
      {codes}
    </Box>
  );
  return (
    <Item>
      <Text margin="0" fontWeight="medium">
        {first.projectName || first.appName}
      </Text>
      {first.reasons.map((reason) => (
        <Why key={`${reason.source} ${reason.id}`} reason={reason} roles={roles} groups={groups} />
      ))}
      {rights.length > CODES_SHOWN ? (
        <details>
          <FoldTitle>{t("access.count", { count: rights.length })}</FoldTitle>
          {list}
        </details>
      ) : (
        list
      )}
    </Item>
  );
}

function Why({ reason, roles, groups }: { reason: Reason; roles: Role[]; groups: Group[] }) {
  const { t } = useTranslation("accounts");
  const { source, id, name } = reason;
  switch (source) {
    case "role":
      return (
        <>
          <Muted>{t("access.by.role", { name })}</Muted>
          <ManagedBy names={roles.find(({ roleId }) => roleId === id)?.administrators ?? []} />
        </>
      );
    case "group":
      return (
        <>
          <Muted>{t("access.by.group", { name })}</Muted>
          <ManagedBy names={groups.find(({ groupId }) => groupId === id)?.managers ?? []} />
        </>
      );
    case "accessGroup":
      return (
        <>
          <Muted>{t("access.by.accessGroup", { name })}</Muted>
          <Muted>{t("access.managedAbove")}</Muted>
        </>
      );
    case "administrator":
    case "superAdministrator":
      return <Muted>{t(`access.by.${source}`)}</Muted>;
  }
}

/** Rights of one product with the same reasons, together; in the order of the server. */
export function alike(rights: Right[]): Right[][] {
  const sets = new Map<string, Right[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.appName, right.reasons]);
    sets.set(key, [...(sets.get(key) ?? []), right]);
  }
  return [...sets.values()];
}
