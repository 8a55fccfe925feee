import { Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { Part } from "../../../ui/part";
import { absenceQuery, endAbsence, type PlannedAbsence } from "../absence-queries";
import { EditAbsence } from "./edit-absence";

/** Who decides while a manager is away, and for whom the person decides. Others have nothing to see here. */
export function Absence() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(absenceQuery(useServices()));
  if (!data && error) {
    return (
      <Part heading={t("absence")}>
        <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="16" />
      </Part>
    );
  }
  // Few people manage groups, so the others see no place that then stays empty.
  if (!data) return null;
  return (
    <>
      {data.stoodInFor.length > 0 && <StoodInFor managers={data.stoodInFor} />}
      {(data.canBeRepresented || data.own) && <OwnAbsence own={data.own ?? null} />}
    </>
  );
}

function StoodInFor({ managers }: { managers: PlannedAbsence[] }) {
  const { t } = useTranslation("account");
  const { day } = useFormats();
  return (
    <Part heading={t("absence.others")}>
      <Text marginTop="0" marginBottom="3" color="fg.muted">
        {t("absence.othersWhat")}
      </Text>
      <Flex as="ul" direction="column" gap="2" margin="0" padding="0" listStyleType="none">
        {managers.map(({ username, name, firstDay, lastDay }) => (
          <li key={username}>
            {t("absence.other", { name, username, first: day(firstDay), last: day(lastDay) })}
          </li>
        ))}
      </Flex>
    </Part>
  );
}

function OwnAbsence({ own }: { own: PlannedAbsence | null }) {
  const { t } = useTranslation("account");
  const { day } = useFormats();
  const services = useServices();
  const [open, setOpen] = useState(false);
  const { run, busy } = useAct(() => endAbsence(services), {
    done: t("absence.ended"),
    refresh: ["own-absence"],
  });
  return (
    <Part heading={t("absence")}>
      <Text marginTop="0" marginBottom="3" color="fg.muted">
        {t("absence.what")}
      </Text>
      {own && (
        <Text marginTop="0" marginBottom="3">
          {t(own.begun ? "absence.now" : "absence.planned", {
            name: own.name,
            username: own.username,
            first: day(own.firstDay),
            last: day(own.lastDay),
          })}
        </Text>
      )}
      {own?.able === false && (
        <Text marginTop="0" marginBottom="3" color="danger">
          {t("absence.unable")}
        </Text>
      )}
      <Flex gap="2" wrap="wrap">
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {t(own ? "absence.change" : "absence.plan")}
        </Button>
        {own && (
          <BusyButton variant="outline" size="sm" busy={busy} onClick={() => void run()}>
            {t(own.begun ? "absence.back" : "absence.cancel")}
          </BusyButton>
        )}
      </Flex>
      {open && <EditAbsence present={own} onClose={() => setOpen(false)} />}
    </Part>
  );
}
