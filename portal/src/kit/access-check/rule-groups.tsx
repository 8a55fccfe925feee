import { Box, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { CheckAct } from "./acts";
import type { Check, CheckGroup, CheckRule } from "./check-query";
import { Act, Small } from "./rule-parts";

interface RuleGroupsProps {
  check: Check;
  rule: CheckRule;
  onAct: (act: CheckAct) => void;
}

/** The groups that would open the product, if none does: the person's place in each, and who manages it. */
export function RuleGroups({ check, rule, onAct }: RuleGroupsProps) {
  const { t } = useTranslation("checking");
  if (rule.kind !== "group" || rule.passed) return null;
  if (rule.groups.length === 0) return <Small>{t("groups.none", { product: check.projectName })}</Small>;
  return (
    <>
      <Small>{t("groups", { product: check.projectName })}</Small>
      <Box as="ul" listStyleType="none" margin="0" padding="0">
        {rule.groups.map((group) => (
          <Group key={group.groupId} check={check} group={group} onAct={onAct} />
        ))}
      </Box>
      {rule.more && <Small>{t("groups.more")}</Small>}
    </>
  );
}

interface GroupProps {
  check: Check;
  group: CheckGroup;
  onAct: (act: CheckAct) => void;
}

function Group({ check, group, onAct }: GroupProps) {
  const { t } = useTranslation("checking");
  const { day, list } = useFormats();
  const name = check.fullName || check.username;
  const { groupName, on, gives, place, endsOn, mayAsk, managers, act } = group;
  const asks = on && gives && (place === "stranger" || place === "refused" || place === "invited");
  const key = act === "editMembers" ? "addMember" : act;
  return (
    <Box as="li" marginTop="2" paddingInlineStart="3" borderInlineStart="2px solid" borderColor="border">
      <Text margin="0" fontWeight="medium">
        {groupName}
      </Text>
      <Small>
        {place === "ended" && endsOn ? t("place.endedOn", { day: day(endsOn) }) : t(`place.${place}`)}
      </Small>
      {!on && <Small>{t("group.off")}</Small>}
      {on && !gives && <Small>{t("group.narrowed", { name })}</Small>}
      {asks && <Small>{t(mayAsk ? "group.mayAsk" : "group.hidden", { name })}</Small>}
      <Small>
        {managers.length > 0 ? t("group.managed", { names: list(managers) }) : t("group.unmanaged")}
      </Small>
      {act && key && (
        <Box marginTop="1.5">
          <Act label={t(`act.${key}`, { name, group: groupName })} onPress={() => onAct({ act, group })} />
        </Box>
      )}
    </Box>
  );
}
