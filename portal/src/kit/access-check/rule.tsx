import { Box, Button, Flex, Text, VisuallyHidden } from "@chakra-ui/react";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../i18n/marks";
import { Link } from "react-router";
import { useCan } from "../../access/can";
import type { CheckAct, FormAct } from "./acts";
import type { Check, CheckRule } from "./check-query";
import { RuleGroups } from "./rule-groups";
import { Act, Small } from "./rule-parts";
import { useRuleText } from "./rule-text";

export interface RuleProps {
  check: Check;
  rule: CheckRule;
  onAct: (act: CheckAct) => void;
  onForm: Partial<Record<FormAct, () => void>>;
}

/** One rule: whether it is met, what it says, who can change it, and what the reader can do about it. */
export function Rule(props: RuleProps) {
  const { check, rule, onAct } = props;
  const { t } = useTranslation("checking");
  const text = useRuleText(check, rule);
  const Sign = rule.passed ? CircleCheck : CircleX;
  const help = rule.whoCanChange;
  // The reader sees no group that opens it.
  const unknown = rule.kind === "group" && rule.groups.length === 0;
  const admin = help?.names[0];
  return (
    <Flex as="li" gap="2" paddingBlock="2" borderTop="1px solid" borderColor="border">
      <Box flexShrink="0" paddingTop="0.5" color={rule.passed ? "success" : "danger"}>
        <Sign size={16} aria-hidden />
      </Box>
      <Box minWidth="0" flex="1" overflowWrap="anywhere">
        <Text margin="0">
          <VisuallyHidden>{labelled(t(rule.passed ? "met" : "notMet"))}</VisuallyHidden>
          {text}
        </Text>
        {help && <Small>{t(`who.${unknown ? "otherManagers" : help.right}`)}</Small>}
        {admin && <Small>{t("responsible", { name: admin, product: check.projectName })}</Small>}
        <RuleGroups check={check} rule={rule} onAct={onAct} />
        <Flex wrap="wrap" gap="2" {...(rule.acts.length > 0 && { marginTop: "2" })}>
          {rule.acts.map((act) => (
            <ActButton key={act} act={act} {...props} />
          ))}
        </Flex>
      </Box>
    </Flex>
  );
}

function ActButton({ act, check, rule, onAct, onForm }: RuleProps & { act: CheckRule["acts"][number] }) {
  const { t } = useTranslation("checking");
  const name = check.fullName || check.username;
  const label = t(`act.${act}`, { name, product: check.projectName });
  const { applicationId } = rule;
  switch (act) {
    case "enableAccount":
    case "enableProduct":
      return <Act label={label} onPress={() => onAct({ act })} />;
    case "enableApplication":
      return applicationId ? <Act label={label} onPress={() => onAct({ act, applicationId })} /> : null;
    case "extendAccount":
    case "moveAccount":
    case "editProduct": {
      const form = onForm[act];
      return form ? <Act label={label} onPress={form} /> : <FormLink act={act} label={label} check={check} />;
    }
  }
}

/** Leads to the form, for people who may see the list behind it. */
function FormLink({ act, label, check }: { act: FormAct; label: string; check: Check }) {
  const can = useCan();
  const ofProduct = act === "editProduct";
  const may = ofProduct
    ? can("operation_access.ProductManagement.ProductList.view", check.projectId)
    : can("account_maintain.AccountManagement.AccountList.view");
  if (!may) return null;
  const list = ofProduct ? "/operation-access/product-list" : "/auth-management/account-list";
  const opens: Record<string, string> = ofProduct
    ? { product: String(check.projectId), view: "edit" }
    : { account: check.userId, view: "edit" };
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={`${list}?${new URLSearchParams(opens).toString()}`}>{label}</Link>
    </Button>
  );
}
