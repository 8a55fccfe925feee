import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { NotThereYet } from "../not-there-yet";
import { ActQuestion } from "./act-question";
import type { CheckAct, FormAct } from "./acts";
import { checkQuery, type Check } from "./check-query";
import { Rule } from "./rule";

export interface AccessCheckProps {
  userId: string;
  projectId: number;
  /** Opens a form of the page. For the other forms there are links. */
  onForm?: Partial<Record<FormAct, () => void>>;
  /** Called after an act. */
  onChanged?: () => void;
}

/** Whether somebody can open an application: the verdict, each rule that decides, who can change it, and the act itself. */
export function AccessCheck({ userId, projectId, onForm = {}, onChanged }: AccessCheckProps) {
  const { t } = useTranslation("checking");
  const { data: check, error, refetch } = useQuery(checkQuery(useServices(), userId, projectId));
  const [asked, setAsked] = useState<CheckAct>();
  return (
    <Box>
      {/* There before the answer, so that a screen reader says it. */}
      <Box role="status">{check && <Verdict check={check} />}</Box>
      {!check && <NotThereYet error={error} onRetry={() => void refetch()} lines={5} height="8" />}
      {check && (
        <>
          <Heading as="h3" size="sm" marginTop="4" marginBottom="1">
            {t("rules")}
          </Heading>
          <Box as="ol" listStyleType="none" margin="0" padding="0">
            {check.rules.map((rule) => (
              <Rule key={rule.kind} check={check} rule={rule} onAct={setAsked} onForm={onForm} />
            ))}
          </Box>
        </>
      )}
      {check && asked && (
        <ActQuestion
          check={check}
          asked={asked}
          onDone={() => {
            setAsked(undefined);
            onChanged?.();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Box>
  );
}

function Verdict({ check }: { check: Check }) {
  const { t } = useTranslation("checking");
  const { opens, fullName, username, projectName: product } = check;
  const Sign = opens ? CircleCheck : CircleX;
  return (
    <Flex
      align="center"
      gap="2"
      padding="3"
      border="1px solid"
      borderColor={opens ? "success" : "danger"}
      borderRadius="card"
      color={opens ? "success" : "danger"}
      css={{ "& > svg": { flexShrink: "0" } }}
    >
      <Sign size={20} aria-hidden />
      <Text margin="0" fontWeight="semibold" overflowWrap="anywhere">
        {t(opens ? "verdict.opens" : "verdict.closed", { name: fullName || username, product })}
      </Text>
    </Flex>
  );
}
