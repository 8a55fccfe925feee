import { Box, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { StatusMark } from "../../../ui/status-mark";
import { overviewQuery, type RoutineRow } from "../queries";
import { useJobWords } from "./job-words";

/** How many jobs of each kind there are, and how the last round of each routine went. */
export default function Routines({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("jobs");
  const { data, error, refetch } = useQuery(overviewQuery(useServices()));
  const { kind } = useJobWords();
  const { number } = useFormats();
  return (
    <SideDrawer title={t("routines")} reading onClose={onClose}>
      {data ? (
        <>
          <FactGroup heading={t("queue")}>
            {data.kinds.map((one) => (
              <Fact key={one.kind} name={kind(one.kind)}>
                {t("counts", { waiting: number(one.waiting), givenUp: number(one.givenUp) })}
              </Fact>
            ))}
          </FactGroup>
          {data.kinds.length === 0 && <Text color="fg.muted">{t("queue.empty")}</Text>}
          {data.routines.map((routine) => (
            <Routine key={routine.name} routine={routine} />
          ))}
        </>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={10} height="5" />
      )}
    </SideDrawer>
  );
}

function Routine({ routine }: { routine: RoutineRow }) {
  const { t } = useTranslation("jobs");
  const { exactMoment, number } = useFormats();
  const { routine: name } = useJobWords();
  const { failing, failedAt, error } = routine;
  return (
    <FactGroup heading={name(routine.name)}>
      <Fact name={t("routine.state")}>
        <StatusMark look={failing ? "failed" : "on"}>
          {failing ? t("routine.failing") : t("routine.good")}
        </StatusMark>
      </Fact>
      <Fact name={t("routine.last")}>
        {t("routine.took", { at: exactMoment(routine.beganAt), ms: number(routine.tookMs) })}
      </Fact>
      <Fact name={t("routine.every")}>
        <Every seconds={routine.everySeconds} />
      </Fact>
      {failedAt && (
        <Fact name={t("routine.failed")}>
          {exactMoment(failedAt)}
          <Box color="fg.muted">{error}</Box>
        </Fact>
      )}
    </FactGroup>
  );
}

const UNITS = [
  { unit: "hours", seconds: 3_600 },
  { unit: "minutes", seconds: 60 },
] as const;

/** A time in the largest unit that divides it. */
function Every({ seconds }: { seconds: number }) {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const whole = UNITS.find((one) => seconds > 0 && seconds % one.seconds === 0);
  if (!whole) return t("seconds", { count: seconds, seconds: number(seconds) });
  const count = seconds / whole.seconds;
  return t(whole.unit, { count, number: number(count) });
}
