import { Grid, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useCost } from "../../../kit/use-cost";
import { Fact, FactGroup } from "../../../ui/facts";
import { Part } from "../../../ui/part";
import { monthQuery, type Sum } from "../queries";
import { useMonths } from "./months";
import { useAmounts } from "./words";

/** How many agencies and people are named. */
const SHOWN = 5;

/** What was used in a month: in all, and by the agencies and people with the most words. */
export function MonthSums({ month }: { month: string }) {
  const { t } = useTranslation("gateway");
  const { number } = useFormats();
  const { words } = useAmounts();
  const cost = useCost();
  const { nameOf } = useMonths();
  const { data, error, refetch } = useQuery(monthQuery(useServices(), month));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="12" />;
  const { all, currency } = data;
  const most = (heading: string, sums: Sum[], unnamed: string) =>
    sums.length > 0 && (
      <FactGroup heading={heading}>
        {sums.slice(0, SHOWN).map(({ id, name, words: many, cost: price }) => (
          <Fact key={id} name={name || unnamed}>
            {t("sum", { words: words(many), cost: cost(price, currency) })}
          </Fact>
        ))}
      </FactGroup>
    );
  return (
    <Part heading={nameOf(data.month)}>
      {all.answers === 0 ? (
        <Text margin="0">{t("use.none")}</Text>
      ) : (
        <>
          <FactGroup heading={t("use.all")}>
            <Fact name={t("answers")}>{number(all.answers)}</Fact>
            <Fact name={t("use.words")}>{number(all.words)}</Fact>
            <Fact name={t("cost")}>{cost(all.cost, currency)}</Fact>
          </FactGroup>
          <Grid templateColumns={{ base: "1fr", md: "1fr 1fr" }} columnGap="6">
            {most(t("use.agencies"), data.agencies, t("noAgency"))}
            {most(t("use.people"), data.people, t("erased"))}
          </Grid>
        </>
      )}
    </Part>
  );
}
