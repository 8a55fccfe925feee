import { Box, Skeleton, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { useFresh } from "../../../kit/use-fresh";
import { RIGHT_NAMES } from "../../../kit/stale-names";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { accessQuery, confirmAccess, deleteGroup } from "../inside-queries";
import { GROUP_NAMES, groupQuery } from "../queries";
import type { GroupName } from "./group-actions";

interface OneProps {
  group: GroupName;
  onClose: () => void;
}

/** The most access rights that one call confirms. */
const AT_ONCE = 100;

/**
 * Confirms the waiting changes of a group's access rights, after a question that names them
 * (C-030).
 */
export function ConfirmAccess({ group: { groupId, groupName: name }, onClose }: OneProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { data, error } = useFresh(accessQuery(services, groupId));
  const waits = (data?.products ?? [])
    .flatMap((product) => product.accesses.map((right) => ({ ...right, product: product.name })))
    .filter(({ state }) => state !== "published")
    .slice(0, AT_ONCE);
  const act = useAct(
    () =>
      confirmAccess(
        services,
        waits.map(({ accessId }) => accessId),
      ),
    { done: t("confirm.done", { name }), refresh: RIGHT_NAMES },
  );
  return (
    <ConfirmDialog
      title={t("confirm.question", { name })}
      action={t("confirm")}
      busy={act.busy || waits.length === 0}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {!data && <Waiting error={error} />}
      {data && (waits.length > 0 ? t("confirm.consequence") : t("confirm.nothing"))}
      <Box
        as="ul"
        marginBlock="2"
        paddingInlineStart="5"
        listStyleType="disc"
        maxHeight="60"
        overflowY="auto"
      >
        {waits.map((right) => (
          <li key={right.accessId}>
            {right.state === "added"
              ? t("confirm.added", { right: right.accessName, product: right.product })
              : t("confirm.removed", { right: right.accessName, product: right.product })}
          </li>
        ))}
      </Box>
    </ConfirmDialog>
  );
}

/** Deletes a group, after a question that names the consequences (F-51). */
export function DeleteGroup({ group: { groupId, groupName: name }, onClose }: OneProps) {
  const { t } = useTranslation("groups");
  const { list } = useFormats();
  const services = useServices();
  const { data, error } = useFresh(groupQuery(services, groupId));
  const act = useAct(() => deleteGroup(services, groupId, data?.version ?? 0), {
    done: t("delete.done", { name }),
    refresh: GROUP_NAMES,
  });
  const opened = list(data?.products.map((one) => one.name) ?? []);
  return (
    <ConfirmDialog
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      busy={act.busy || !data}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {data ? (
        <>
          {t("delete.members", { count: data.numbersOfMembers })}
          {sentenceGap()}
          {t("delete.consequence")}
          {opened && <Text marginBottom="0">{t("delete.products", { products: opened })}</Text>}
        </>
      ) : (
        <Waiting error={error} />
      )}
    </ConfirmDialog>
  );
}

function Waiting({ error }: { error: Error | null }) {
  if (!error) return <Skeleton height="5" aria-busy="true" />;
  return (
    <Text role="alert" margin="0" color="danger">
      {failureText(error)}
    </Text>
  );
}
