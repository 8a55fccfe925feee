import { Skeleton, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { useFresh } from "../../../kit/use-fresh";
import { RIGHT_NAMES } from "../../../kit/stale-names";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { confirmRight, deleteRight, rightQuery, type RightRow } from "../queries";
import { DraftChanges } from "./draft-changes";
import { gives } from "./right-words";

interface OneProps {
  right: RightRow;
  onClose: () => void;
}

/**
 * Confirms the waiting changes, after a question that shows all of them (C-030). Later changes are
 * not confirmed.
 */
export function ConfirmRight({ right, onClose }: OneProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { accessId, accessName: name } = right;
  const { data, error } = useFresh(rightQuery(services, accessId));
  const act = useAct(() => confirmRight(services, { accessId, version: data?.version ?? right.version }), {
    done: t("confirm.done", { name }),
    refresh: RIGHT_NAMES,
  });
  return (
    <ConfirmDialog
      title={t("confirm.question", { name })}
      action={t("confirm")}
      busy={act.busy || !data}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      <Text margin="0" marginBottom="2">
        {t("confirm.consequence")}
      </Text>
      {data ? <DraftChanges right={data} /> : <Waiting error={error} />}
    </ConfirmDialog>
  );
}

/** Deletes an access right, after a question that names who gives it (C-025). */
export function DeleteRight({ right, onClose }: OneProps) {
  const { t } = useTranslation("rights");
  const { list } = useFormats();
  const services = useServices();
  const { accessId, accessName: name } = right;
  const { data, error } = useFresh(rightQuery(services, accessId));
  const givers = [...(data?.groups ?? []), ...(data?.roles ?? [])].filter(gives);
  const act = useAct(
    () => deleteRight(services, accessId, data?.version ?? right.version, givers.length > 0),
    { done: t("delete.done", { name }), refresh: RIGHT_NAMES },
  );
  const names = list(givers.map((giver) => giver.name));
  return (
    <ConfirmDialog
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      busy={act.busy || !data}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {t("delete.consequence")}
      {data ? (
        <Text marginBottom="0">{names ? t("delete.given", { names }) : t("delete.unused")}</Text>
      ) : (
        <Waiting error={error} />
      )}
    </ConfirmDialog>
  );
}

function Waiting({ error }: { error: Error | null }) {
  if (!error) return <Skeleton height="5" marginTop="3" aria-busy="true" />;
  return (
    <Text role="alert" marginBottom="0" color="danger">
      {failureText(error)}
    </Text>
  );
}
