import { Flex, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/use-formats";
import { IconButton } from "../ui/icon-button";

interface PeoplePagerProps {
  pageNum: number;
  pageSize: number;
  total: number;
  more: boolean;
  onPage: (page: number) => void;
}

/** The pages of the people of a thing. */
export function PeoplePager({ pageNum, pageSize, total, more, onPage }: PeoplePagerProps) {
  const { t } = useTranslation("list");
  const { number } = useFormats();
  const last = Math.ceil(total / pageSize);
  return (
    <Flex
      as="nav"
      aria-label={t("pages")}
      align="center"
      justify="flex-end"
      gap="2"
      fontSize="sm"
      color="fg.muted"
    >
      <Text as="span" aria-live="polite" fontVariantNumeric="tabular-nums">
        {t("range", {
          from: number((pageNum - 1) * pageSize + 1),
          to: number(Math.min(pageNum * pageSize, total)),
          total: `${number(total)}${more ? "+" : ""}`,
        })}
      </Text>
      <IconButton label={t("previous")} disabled={pageNum <= 1} onClick={() => onPage(pageNum - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <IconButton label={t("next")} disabled={pageNum >= last} onClick={() => onPage(pageNum + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </Flex>
  );
}
