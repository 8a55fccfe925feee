import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useAct } from "../../../kit/use-act";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { BusyButton } from "../../../ui/busy-button";
import { useKeptFocus } from "../../../ui/use-kept-focus";
import { factorsQuery, forgetBrowser, type Factors, type TrustedBrowser } from "../queries";
import { Part } from "../../../ui/part";
import { Row, Rows } from "../../../ui/row";
import { useDevice } from "./use-device";

/** The browsers in which the password is enough. */
export function Browsers() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(factorsQuery(useServices()));
  return (
    <Part heading={t("browsers")}>
      {data ? (
        <Loaded browsers={data.browsers} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="12" />
      )}
    </Part>
  );
}

function Loaded({ browsers }: Pick<Factors, "browsers">) {
  const { t } = useTranslation("account");
  const kept = useKeptFocus<HTMLUListElement>(browsers);
  return (
    <>
      <Text margin="0" color={browsers.length > 0 ? "fg.muted" : "fg"}>
        {browsers.length > 0 ? t("browsers.what") : t("browsers.none")}
      </Text>
      {browsers.length > 0 && (
        <Rows {...kept}>
          {browsers.map((browser) => (
            <Remembered key={browser.id} browser={browser} />
          ))}
        </Rows>
      )}
    </>
  );
}

function Remembered({ browser }: { browser: TrustedBrowser }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const { moment, day } = useFormats();
  const device = useDevice()(browser.browser);
  const act = useAct(() => forgetBrowser(services, browser.id), {
    done: t("browsers.forgotten", { device }),
    refresh: FACTOR_NAMES,
  });
  const { address, addedAt, endsAt } = browser;
  const at = moment(addedAt);
  return (
    <Row
      heading={device}
      title={browser.browser}
      lines={[
        address ? t("browsers.from", { at, address }) : t("browsers.since", { at }),
        t("browsers.until", { day: day(endsAt) }),
      ]}
      action={
        <BusyButton
          size="sm"
          variant="outline"
          aria-label={t("browsers.forgetOf", { device })}
          busy={act.busy}
          onClick={() => void act.run()}
        >
          {t("browsers.forget")}
        </BusyButton>
      }
    />
  );
}
