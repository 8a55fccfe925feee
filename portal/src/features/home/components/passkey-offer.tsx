import { Button } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { passkeyOfferQuery } from "../passkey-offer";
import { Hint } from "./hint";

/**
 * Offers a passkey to a person who typed a password and has none. The server says when, at most once a month, and notes that
 * it was shown; another tab may have shown it meanwhile.
 */
export function PasskeyOffer() {
  const { t } = useTranslation("asking");
  const services = useServices();
  const { data } = useQuery(passkeyOfferQuery(services));
  const [isAway, setAway] = useState(false);
  if (data?.offer === false || isAway) return null;
  return (
    <Hint label={t("offer.label")} icon={Fingerprint} text={t("offer.text")}>
      <Button variant="outline" size="sm" onClick={() => setAway(true)}>
        {t("hint.later")}
      </Button>
      <Button asChild size="sm">
        <Link to="/account/security#passkeys">{t("offer.open")}</Link>
      </Button>
    </Hint>
  );
}
