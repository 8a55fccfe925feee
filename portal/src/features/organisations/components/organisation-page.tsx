import { Button } from "@chakra-ui/react";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import type { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { useOnOff } from "../../../kit/use-on-off";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Column } from "../../../ui/table/table-page";
import { OFF, organisationFile, PARENTS, STATUS, type Kind, type Organisation } from "../queries";
import type { Open } from "./organisation-parts";
import { OrganisationTabs } from "./organisation-tabs";

/** What stands in the address of an open organisation. */
const VIEWS = ["edit"] as const;
type View = (typeof VIEWS)[number];

const OrganisationParts = lazyPart(() => import("./organisation-parts"));

interface OrganisationPageProps {
  kind: Kind;
  /** What `useList` answers for this kind. */
  list: ReturnType<typeof useList<Organisation, string>>;
}

/** One kind of organisations, and everything that administrators do with them. */
export function OrganisationPage({ kind, list }: OrganisationPageProps) {
  const { t } = useTranslation("organisations");
  const onOff = useOnOff(STATUS);
  const { day } = useFormats();
  const can = useCan();
  const edits = can("account_maintain.AccountManagement.OrganisationList.edit");
  const opened = useOpened<Open, View>({
    name: kind,
    views: VIEWS,
    idOf: ({ organisation }) => organisation?.id,
    fresh: { "": edits ? { what: "edit", organisation: undefined } : undefined },
  });
  const { onOpen, onClose } = opened;
  const parent = PARENTS[kind];
  const columns: Column<Organisation>[] = [
    {
      key: "name",
      header: t("name"),
      sort: "name",
      cell: (organisation) => (
        <NameLink
          opened={opened}
          views={VIEWS}
          actions={edits ? [{ key: "edit" }] : []}
          openOf={(what) => ({ what, organisation })}
        >
          {organisation.name}
        </NameLink>
      ),
    },
    ...(parent
      ? [
          {
            key: "parent",
            header: t(parent),
            cell: ({ parentName }: Organisation) => parentName ?? NONE,
          },
        ]
      : []),
    onOff.column,
    {
      key: "created",
      header: t("created"),
      sort: "created",
      short: true,
      cell: ({ createdAt }) => day(createdAt),
    },
  ];
  return (
    <>
      <ListPage
        list={list}
        tabs={<OrganisationTabs />}
        empty={t(`empty.${kind}`)}
        file={organisationFile(kind)}
        {...(edits && {
          action: (
            <Button onClick={() => onOpen({ what: "edit", organisation: undefined })}>
              <Plus size={16} aria-hidden />
              {t(`add.${kind}`)}
            </Button>
          ),
        })}
        columns={columns}
        rowKey={({ id }) => id}
        {...(edits && {
          rowName: ({ name }: Organisation) => name,
          rowActions: (organisation: Organisation) => [
            {
              key: "edit",
              label: t("edit"),
              icon: Pencil,
              run: () => onOpen({ what: "edit", organisation }),
            },
            {
              key: "status",
              label: organisation.status === OFF ? t("turnOn") : t("turnOff"),
              icon: organisation.status === OFF ? CircleCheck : CircleSlash,
              destructive: organisation.status !== OFF,
              run: () => onOpen({ what: "status", organisation }),
            },
          ],
        })}
      />
      <OpenedParts<Open, View, Organisation>
        opened={opened}
        openOf={(what, organisation) => ({ what, organisation })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        actionsOf={() => (edits ? [{ key: "edit" }] : [])}
      >
        {(open) => <OrganisationParts kind={kind} open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
