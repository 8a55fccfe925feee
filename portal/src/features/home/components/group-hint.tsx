import { Button } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { groupNoticeQuery, hintSeen } from "../../../access/group-notice";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { Hint } from "./hint";

/** S-05, D-22, G-20: asks a newcomer without a group to choose one, until they do, or until they put it away for the day. */
export function GroupHint() {
  const { t } = useTranslation("asking");
  const services = useServices();
  const { data } = useQuery(groupNoticeQuery(services));
  const later = useAct(() => hintSeen(services), { done: t("hint.tomorrow"), refresh: ["group-notice"] });
  if (!data?.isFirstLogin || data.clickStatus !== 0) return null;
  return (
    <Hint label={t("hint.label")} icon={Users} text={t("Please enter Group Manager to select your group")}>
      <Button variant="outline" size="sm" aria-busy={later.busy} onClick={() => void later.run()}>
        {t("hint.later")}
      </Button>
      <Button asChild size="sm">
        <Link to="/my-groups">{t("hint.open")}</Link>
      </Button>
    </Hint>
  );
}
