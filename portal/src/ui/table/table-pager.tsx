import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, ChevronsRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import type { TablePage } from "./data-table";
import { PAGE_SIZES, type PagePlace, type TableControl } from "./use-table-state";

/** Page numbers shown at once (contract K-26). */
const NUMBERS = 5;

/** Which rows these are, how many there are, and the way to the others. */
export function TablePager({ control, page }: { control: TableControl; page: TablePage<unknown> }) {
  const { t, i18n } = useTranslation("list");
  const { pageSize, cursor } = control.state;
  const { total, more = false } = page;
  const number = new Intl.NumberFormat(i18n.language);
  const least = `${number.format(total)}${more ? "+" : ""}`;
  const last = Math.max(1, Math.ceil(total / pageSize));
  // Past the numbered part the server leads from place to place.
  const numbered = !cursor || page.pageNum !== undefined;
  const current = Math.min(page.pageNum ?? control.state.page, last);
  const range = numbered
    ? t("range", {
        from: number.format(Math.min((current - 1) * pageSize + 1, total)),
        to: number.format(Math.min(current * pageSize, total)),
        total: least,
      })
    : t("beyond", { total: least });
  const first = Math.max(1, Math.min(current - Math.floor(NUMBERS / 2), last - NUMBERS + 1));
  const numbers = numbered
    ? Array.from({ length: Math.min(NUMBERS, last) }, (_, index) => first + index)
    : [1];
  const before = place(numbered && current > 1 ? current - 1 : undefined, page.previous);
  const after = place(numbered && current < last ? current + 1 : undefined, page.next);
  const end = more ? place(undefined, page.last) : place(numbered && current < last ? last : undefined);
  return (
    <Flex
      as="nav"
      aria-label={t("pages")}
      align="center"
      justify="flex-end"
      gap="3"
      wrap="wrap"
      padding="2"
      borderTop="1px solid"
      borderColor="border"
      fontSize="sm"
      color="fg.muted"
    >
      <label>
        {t("size")}{" "}
        <Box
          asChild
          padding="1"
          border="1px solid"
          borderColor="border.control"
          borderRadius="control"
          background="bg.panel"
          color="fg"
        >
          <select value={pageSize} onChange={(event) => control.setPageSize(Number(event.target.value))}>
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </Box>
      </label>
      <Text as="span" fontVariantNumeric="tabular-nums" aria-live="polite">
        {range}
      </Text>
      <Flex wrap="wrap">
        <IconButton
          label={t("previous")}
          disabled={!before}
          onClick={() => before && control.setPage(before)}
        >
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        {numbers.map((one) => (
          <Button
            key={one}
            variant="ghost"
            size="sm"
            minWidth="9"
            minHeight="9"
            paddingInline="1"
            aria-label={t("page", { number: number.format(one) })}
            aria-current={numbered && one === current ? "page" : undefined}
            {...(numbered && one === current && { color: "fg", background: "bg.muted" })}
            onClick={() => control.setPage({ page: one })}
          >
            {number.format(one)}
          </Button>
        ))}
        <IconButton label={t("next")} disabled={!after} onClick={() => after && control.setPage(after)}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
        <IconButton label={t("last")} disabled={!end} onClick={() => end && control.setPage(end)}>
          <ChevronsRight size={18} aria-hidden />
        </IconButton>
      </Flex>
    </Flex>
  );
}

function place(page: number | undefined, cursor?: string): PagePlace | undefined {
  if (page !== undefined) return { page };
  return cursor ? { cursor } : undefined;
}
