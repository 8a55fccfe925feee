import { Button } from "@chakra-ui/react";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { agencies, clients } from "../../../kit/sources";
import { useOpened } from "../../../kit/use-opened";
import { useOnOff } from "../../../kit/use-on-off";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { Pair } from "../../../ui/table/line";
import type { Open } from "../components/mapping-parts";
import { accountName, mappingFile, mappingList, OFF, STATUS, type Mapping } from "../queries";

/** What stands in the address of an open mapping. */
const VIEWS = ["edit"] as const;
type View = (typeof VIEWS)[number];

const MappingParts = lazyPart(() => import("../components/mapping-parts"));

/** R-08, S-18: the codes of organisations in IRIS, and what they stand for here. */
export default function IrisPage() {
  const { t } = useTranslation("iris");
  const onOff = useOnOff(STATUS);
  const services = useServices();
  const { day } = useFormats();
  const list = useList(mappingList, [
    { kind: "text", name: "context", label: t("codeOrName") },
    onOff.filter,
    { kind: "search", name: "agencyId", label: t("agency"), source: agencies(services) },
    { kind: "search", name: "clientId", label: t("client"), source: clients(services) },
  ]);
  const opened = useOpened<Open, View>({
    name: "mapping",
    views: VIEWS,
    idOf: ({ mapping }) => mapping?.id,
    fresh: { "": { what: "edit", mapping: undefined } },
  });
  const { onOpen, onClose } = opened;
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={mappingFile}
        action={
          <Button onClick={() => onOpen({ what: "edit", mapping: undefined })}>
            <Plus size={16} aria-hidden />
            {t("add")}
          </Button>
        }
        rowKey={({ id }) => id}
        rowName={({ irisCode }) => irisCode}
        rowActions={(mapping) => [
          { key: "edit", label: t("edit"), icon: Pencil, run: () => onOpen({ what: "edit", mapping }) },
          {
            key: "status",
            label: mapping.status === OFF ? t("turnOn") : t("turnOff"),
            icon: mapping.status === OFF ? CircleCheck : CircleSlash,
            destructive: mapping.status !== OFF,
            run: () => onOpen({ what: "status", mapping }),
          },
        ]}
        columns={[
          {
            key: "code",
            header: t("code"),
            sort: "irisCode",
            cell: (mapping) => (
              <OpenLink opened={opened} open={{ what: "edit", mapping }}>
                {mapping.irisCode}
              </OpenLink>
            ),
          },
          { key: "name", header: t("name"), sort: "irisName", cell: ({ irisName }) => irisName },
          {
            key: "place",
            header: t("place"),
            cell: ({ agencyName, clientName }) => <Pair beside={clientName}>{agencyName ?? NONE}</Pair>,
          },
          {
            key: "account",
            header: t("account"),
            cell: (mapping) => accountName(mapping) ?? NONE,
          },
          onOff.column,
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
      <OpenedParts<Open, View, Mapping>
        opened={opened}
        openOf={(what, mapping) => ({ what, mapping })}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
      >
        {(open) => <MappingParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
