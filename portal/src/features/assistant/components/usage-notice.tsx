import { Box, Flex, Text } from "@chakra-ui/react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Cost } from "../../../kit/assistant-cost";
import { FoldTitle } from "../../../ui/fold-title";

/** K-12. */
const LITTLE = 20;

/** S-14, G-77, G-78: what is left in per cent and in words; red at 20 % or less (T-44). */
export function Usage({ cost }: { cost: Cost }) {
  const { t } = useTranslation("assistant");
  const { number } = useFormats();
  const isLittle = cost.quota != null && cost.percentage <= LITTLE;
  return (
    <Flex columnGap="3" wrap="wrap" align="center" fontSize="sm" fontVariantNumeric="tabular-nums">
      <Flex
        as="span"
        align="center"
        gap="1"
        fontWeight="semibold"
        {...(isLittle && { color: "danger", "data-little": "" })}
      >
        {isLittle && <TriangleAlert size={14} aria-hidden />}
        {cost.quota == null ? t("left.unlimited") : t("left", { percentage: number(cost.percentage) })}
      </Flex>
      <Text as="span" color="fg.muted">
        {t("words", { count: cost.words, words: number(cost.words) })}
      </Text>
    </Flex>
  );
}

/** The notice with disclaimers, cost and what remains; it folds. */
export function UsageNotice({ cost }: { cost: Cost }) {
  const { t } = useTranslation("assistant");
  const { number } = useFormats();
  const remain =
    cost.quota == null
      ? t("notice.unlimited")
      : cost.quota === 0
        ? t("notice.none")
        : t("notice.remain", { words: number(cost.remain ?? 0) });
  return (
    <Box
      as="details"
      border="1px solid"
      borderColor="ai"
      background="ai.subtle"
      borderRadius="control"
      paddingInline="3"
    >
      <FoldTitle fontSize="md">{t("notice")}</FoldTitle>
      <Box as="ul" margin="0" marginBottom="3" paddingInlineStart="5" listStyleType="disc" fontSize="sm">
        <li>{t("notice.cost", { words: number(cost.cost) })}</li>
        <li>{remain}</li>
        <li>{t("notice.word")}</li>
        <li>{t("notice.history")}</li>
        <li>{t("notice.true")}</li>
        <li>{t("notice.secret")}</li>
        <li>{t("notice.private")}</li>
      </Box>
    </Box>
  );
}
