import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { RowAction } from "../../../ui/table/row-menu";
import { GatewayTabs } from "../components/gateway-tabs";
import type { OpenQuota } from "../components/open";
import { useAmounts } from "../components/words";
import { GROUP, PERSON, quotaList, versionsQuery, type QuotaRow } from "../queries";

/** What stands in the address of an open quota. */
const VIEWS = ["edit"] as const;
type View = (typeof VIEWS)[number];
const EDIT = "operation_access.SystemManagement.AssistantGateway.edit";

const QuotaParts = lazyPart(() => import("../components/quota-parts"));

/** G-78: the words a month of people and groups, where they differ from the settings. */
export default function QuotasPage() {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const { day } = useFormats();
  const { words } = useAmounts();
  const mayEdit = useCan()(EDIT);
  const { data: settings } = useQuery(versionsQuery(services));
  const kinds = ([PERSON, GROUP] as const).map((kind) => ({ value: String(kind), label: t(`kind.${kind}`) }));
  const list = useList(quotaList, [{ kind: "select", name: "kind", label: t("kind"), options: kinds }]);
  const opened = useOpened<OpenQuota, View>({
    name: "quota",
    views: VIEWS,
    idOf: ({ quota }) => quota?.id,
    fresh: { "": mayEdit ? { what: "edit", quota: undefined } : undefined },
  });
  const { onOpen, onClose } = opened;
  const nameOf = ({ name, username }: QuotaRow) => name || username || t("hiddenGroup");
  const actionsOf = (quota: QuotaRow): RowAction[] =>
    // Nobody changes what they may not see.
    mayEdit && (quota.name || quota.username)
      ? [
          { key: "edit", label: t("quota.edit"), icon: Pencil, run: () => onOpen({ what: "edit", quota }) },
          {
            key: "remove",
            label: t("quota.remove"),
            icon: Trash2,
            destructive: true,
            run: () => onOpen({ what: "remove", quota }),
          },
        ]
      : [];
  return (
    <>
      <ListPage
        list={list}
        empty={t("quota.empty")}
        tabs={
          <>
            <GatewayTabs />
            {settings && (
              <Text margin="0" marginBottom="4" maxWidth="720px">
                {t("quota.what", { words: words(settings.usualWords) })}
              </Text>
            )}
          </>
        }
        action={
          mayEdit && (
            <Button onClick={() => onOpen({ what: "edit", quota: undefined })}>
              <Plus size={16} aria-hidden />
              {t("quota.add")}
            </Button>
          )
        }
        rowKey={({ id }) => id}
        rowName={nameOf}
        {...(mayEdit && { rowActions: actionsOf })}
        columns={[
          {
            key: "name",
            header: t("quota.whose"),
            cell: (quota) => (
              <NameLink
                opened={opened}
                views={VIEWS}
                actions={actionsOf(quota)}
                openOf={(what) => ({ what, quota })}
              >
                {nameOf(quota)}
              </NameLink>
            ),
          },
          { key: "kind", header: t("kind"), short: true, cell: ({ kind }) => t(`kind.${kind}`) },
          {
            key: "words",
            header: t("quota.words"),
            sort: "words",
            align: "end",
            cell: (quota) => words(quota.words),
          },
          {
            key: "changed",
            header: t("quota.changed"),
            sort: "changed",
            short: true,
            minor: true,
            cell: ({ changedAt }) => day(changedAt),
          },
        ]}
      />
      <OpenedParts<OpenQuota, View, QuotaRow>
        opened={opened}
        openOf={(what, quota) => ({ what, quota })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        actionsOf={actionsOf}
      >
        {(open) => <QuotaParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
