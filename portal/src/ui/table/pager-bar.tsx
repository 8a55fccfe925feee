import { Flex, Text, type FlexProps } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";

interface PagerBarProps extends FlexProps {
  /** Which rows are shown, and of how many. */
  range: string;
  /** Shows the page before; undefined on the first. */
  back: (() => void) | undefined;
  /** Shows the page after; undefined on the last. */
  next: (() => void) | undefined;
  /** Stands before the range. */
  before?: ReactNode;
  /** Stand between the two buttons. */
  numbers?: ReactNode;
  /** Stands after them. */
  after?: ReactNode;
}

/** The pages of rows: which rows are shown, and the buttons to the pages before and after. */
export function PagerBar({ range, back, next, before, numbers, after, ...look }: PagerBarProps) {
  const { t } = useTranslation("list");
  return (
    <Flex
      as="nav"
      aria-label={t("pages")}
      align="center"
      justify="flex-end"
      gap="3"
      wrap="wrap"
      fontSize="sm"
      color="fg.muted"
      {...look}
    >
      {before}
      <Text as="span" fontVariantNumeric="tabular-nums" aria-live="polite">
        {range}
      </Text>
      <Flex wrap="wrap">
        <IconButton label={t("previous")} disabled={!back} onClick={back}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        {numbers}
        <IconButton label={t("next")} disabled={!next} onClick={next}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
        {after}
      </Flex>
    </Flex>
  );
}

/** The number of rows, or their minimum. */
export const atLeast = (number: (value: number) => string, total: number, more: boolean) =>
  `${number(total)}${more ? "+" : ""}`;
