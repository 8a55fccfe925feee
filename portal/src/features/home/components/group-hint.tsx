import { Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { groupNoticeQuery, hintSeen } from "../../../access/group-notice";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";

/** S-05, G-20: asks a newcomer without a group to choose one, until they do, or until they put it away for the day. */
export default function GroupHint() {
  const { t } = useTranslation("asking");
  const services = useServices();
  const { data } = useQuery(groupNoticeQuery(services));
  const later = useAct(() => hintSeen(services), { done: t("hint.tomorrow"), refresh: ["group-notice"] });
  if (!data?.isFirstLogin || data.clickStatus !== 0) return null;
  return (
    <Flex
      as="aside"
      aria-label={t("hint.label")}
      align="center"
      gap="3"
      wrap="wrap"
      marginTop="4"
      padding="4"
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="accent.subtle"
    >
      <Users size={18} aria-hidden />
      <Text margin="0" flex="1 1 220px">
        {t("Please enter Group Manager to select your group")}
      </Text>
      <Flex gap="2">
        <Button variant="outline" size="sm" aria-busy={later.busy} onClick={() => void later.run()}>
          {t("hint.later")}
        </Button>
        <Button asChild size="sm">
          <Link to="/my-groups">{t("hint.open")}</Link>
        </Button>
      </Flex>
    </Flex>
  );
}
