import { Button } from "@chakra-ui/react";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import type { useList } from "../../../kit/use-list";
import { useOnOff } from "../../../kit/use-on-off";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Column } from "../../../ui/table/table-page";
import { OFF, organisationFile, PARENTS, STATUS, type Kind, type Organisation } from "../queries";
import type { Open } from "./organisation-parts";
import { OrganisationTabs } from "./organisation-tabs";

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
  const [open, setOpen] = useState<Open>();
  const can = useCan();
  const edits = can("account_maintain.AccountManagement.OrganisationList.edit");
  const parent = PARENTS[kind];
  const columns: Column<Organisation>[] = [
    { key: "name", header: t("name"), sort: "name", prose: true, cell: ({ name }) => name },
    ...(parent
      ? [
          {
            key: "parent",
            header: t(parent),
            prose: true,
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
        file={organisationFile(kind)}
        {...(edits && {
          action: (
            <Button onClick={() => setOpen({ what: "edit", organisation: undefined })}>
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
              run: () => setOpen({ what: "edit", organisation }),
            },
            {
              key: "status",
              label: organisation.status === OFF ? t("turnOn") : t("turnOff"),
              icon: organisation.status === OFF ? CircleCheck : CircleSlash,
              destructive: organisation.status !== OFF,
              run: () => setOpen({ what: "status", organisation }),
            },
          ],
        })}
      />
      {open && <OrganisationParts kind={kind} open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
