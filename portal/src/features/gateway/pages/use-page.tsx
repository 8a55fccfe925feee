import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { agencies } from "../../../kit/sources";
import { useCost } from "../../../kit/use-cost";
import { useList } from "../../../kit/use-list";
import { Pair } from "../../../ui/table/line";
import { GatewayTabs } from "../components/gateway-tabs";
import { MonthSums } from "../components/month-sums";
import { useMonths } from "../components/months";
import { monthQuery, useFile, useOfAssistant } from "../queries";

/** G-78: who used how much of the assistant, by day, person, agency and version. It never shows what was said. */
export default function UsePage() {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const { number, day } = useFormats();
  const { months } = useMonths();
  const list = useList(useOfAssistant, [
    { kind: "select", name: "month", label: t("month"), options: months },
    { kind: "days", name: "fromDay", until: "untilDay" },
    { kind: "search", name: "agencyId", label: t("agency"), source: agencies(services) },
  ]);
  const { month = "", fromDay, untilDay } = list.control.state.filters;
  // A sum of the present month would stand above rows of other days.
  const hasSums = month !== "" || (!fromDay && !untilDay);
  const { data } = useQuery(monthQuery(services, month));
  const cost = useCost();
  return (
    <ListPage
      list={list}
      empty={t("use.empty")}
      file={useFile}
      tabs={
        <>
          <GatewayTabs />
          {hasSums && <MonthSums month={month} />}
        </>
      }
      rowKey={({ id }) => id}
      rowName={({ fullName, username, day: on }) => `${fullName || username || t("erased")}, ${on}`}
      columns={[
        { key: "day", header: t("day"), sort: "day", short: true, cell: (row) => day(row.day) },
        {
          key: "person",
          header: t("person"),
          cell: ({ fullName, username }) => (
            <Pair beside={fullName ? username : ""}>{fullName || username || t("erased")}</Pair>
          ),
        },
        { key: "agency", header: t("agency"), minor: true, cell: ({ agencyName }) => agencyName || NONE },
        {
          key: "version",
          header: t("version"),
          minor: true,
          cell: ({ versionName, versionId }) => versionName || number(versionId),
        },
        { key: "answers", header: t("answers"), align: "end", cell: ({ answers }) => number(answers) },
        {
          key: "words",
          header: t("use.words"),
          sort: "words",
          align: "end",
          cell: ({ words }) => number(words),
        },
        {
          key: "tokens",
          header: t("tokens"),
          align: "end",
          off: true,
          cell: ({ tokensIn, tokensOut }) => number(tokensIn + tokensOut),
        },
        {
          key: "cost",
          header: t("cost"),
          sort: "cost",
          align: "end",
          cell: (row) => cost(row.cost, data?.currency ?? ""),
        },
      ]}
    />
  );
}
