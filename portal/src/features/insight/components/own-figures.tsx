import { Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { FigureCard } from "../../../kit/charts/figure-card";
import type { Figures } from "../../../kit/charts/figures";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Notice } from "../../../ui/notice";
import { useOwnLists } from "../links";
import { ownOverviewQuery, type OwnOverview } from "../queries";
import { useSpan } from "./span-choice";

type Group = OwnOverview["groups"][number];

/** The figures of the products that the reader administers and of the groups that the reader manages. */
export function OwnFigures() {
  const { t } = useTranslation("insight");
  const lists = useOwnLists();
  const { data, error, refetch } = useQuery(ownOverviewQuery(useServices(), useSpan().span));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="32" />;
  const { groups, products } = data;
  if (groups.length + products.length === 0) return <Notice icon={ChartColumn} heading={t("own.none")} />;
  const opened: Figures = {
    head: t("product"),
    labels: products.map(({ name }) => name),
    lists: products.map(({ name }) => lists.product(name)),
    series: [
      { key: "opened", name: t("openings"), values: products.map((one) => one.opened) },
      { key: "tokens", name: t("tokens"), values: products.map(({ queryTokens }) => queryTokens) },
    ],
  };
  return (
    <Flex direction="column" gap="4">
      {products.length > 0 && (
        <FigureCard
          title={t("own.products")}
          to={lists.products}
          figures={opened}
          fileName={`atrium-products-${data.to}`}
        />
      )}
      {groups.length > 0 && <Groups groups={groups} to={data.to} />}
    </Flex>
  );
}

function Groups({ groups, to }: { groups: Group[]; to: string }) {
  const { t } = useTranslation("insight");
  const waits = ({ day, threeDays, week, longer }: Group["waiting"]) => day + threeDays + week + longer;
  const lists = useOwnLists();
  const column = (
    key: string,
    name: string,
    value: (group: Group) => number,
    list?: (groupId: string) => string,
  ) => ({
    key,
    name,
    values: groups.map(value),
    ...(list && { lists: groups.map(({ groupId }) => list(groupId)) }),
  });
  const figures: Figures = {
    head: t("group"),
    labels: groups.map(({ name }) => name),
    lists: groups.map(({ groupId }) => lists.members(groupId)),
    series: [
      column("waiting", t("waiting"), ({ waiting }) => waits(waiting), lists.waiting),
      column("longer", t("own.longer"), ({ waiting }) => waiting.longer),
      column("decided", t("decided"), ({ decided }) => decided.count),
      column("hours", t("own.hours"), ({ decided }) => Math.round((decided.averageMinutes ?? 0) / 60)),
      column("in7", t("in7Days"), ({ ending }) => ending.in7Days, lists.ending(7)),
      column("in30", t("in30Days"), ({ ending }) => ending.in30Days, lists.ending(30)),
    ],
  };
  return (
    <FigureCard title={t("own.groups")} to="/my-groups" figures={figures} fileName={`atrium-groups-${to}`} />
  );
}
