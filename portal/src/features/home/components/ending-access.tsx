import { Button } from "@chakra-ui/react";
import { Clock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { endingOf, putAway } from "../ends-soon";
import type { Home } from "../types";
import { Hint } from "./hint";

/** How many applications are named. */
const NAMED = 3;

/** Says to what the access ends soon, and where to ask for more time; "Later" puts it away for the day. */
export function EndingAccess({ home }: { home: Home }) {
  const { t } = useTranslation(["homeMore", "asking", "list"]);
  const { day, list } = useFormats();
  const { subject } = useServices().session;
  const [isAway, setAway] = useState(false);
  const ending = endingOf(home);
  if (!ending || isAway) return null;
  const { products } = ending;
  const names = products.slice(0, NAMED).map(({ name }) => name);
  const others = products.length - names.length;
  const all = others > 0 ? [...names, t("list:names.more", { count: others })] : names;
  const isOneDay = products.every(({ endsOn }) => endsOn === ending.day);
  const words = { names: list(all), day: day(ending.day) };
  const later = () => {
    putAway(subject);
    setAway(true);
  };
  return (
    <Hint
      label={t("homeMore:ending.label")}
      icon={Clock}
      text={isOneDay ? t("homeMore:ending.until", words) : t("homeMore:ending.first", words)}
    >
      <Button variant="outline" size="sm" onClick={later}>
        {t("asking:hint.later")}
      </Button>
      <Button asChild size="sm">
        <Link to="/my-groups?mine=1">{t("homeMore:ending.extend")}</Link>
      </Button>
    </Hint>
  );
}
