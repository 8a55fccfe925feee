import { Box, Button } from "@chakra-ui/react";
import { ChevronsRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import { FORCED } from "../../theme/forced-colors";
import { IconButton } from "../icon-button";
import { atLeast, PagerBar } from "./pager-bar";
import type { TablePage } from "./table-page";
import { PAGE_SIZES } from "./rows-per-page";
import type { PagePlace, TableControl } from "./use-table-state";

/** Page numbers shown at once (contract K-26). */
const NUMBERS = 5;

/** Shows which rows these are and how many there are, with buttons to other pages. */
export function TablePager({ control, page }: { control: TableControl; page: TablePage<unknown> }) {
  const { t } = useTranslation("list");
  const { number } = useFormats();
  const { pageSize, cursor } = control.state;
  const { rows, total, more = false } = page;
  const least = atLeast(number, total, more);
  const last = Math.max(1, Math.ceil(total / pageSize));
  // Unknown at the end of a list that was not counted.
  const current = page.pageNum ?? (cursor ? undefined : Math.min(control.state.page, last));
  // Behind the numbered pages the server gives cursors.
  const numbered = current !== undefined && current <= last;
  const before = ((current ?? 1) - 1) * pageSize;
  const range =
    current === undefined
      ? t("beyond", { total: least })
      : t("range", {
          from: number(before + 1),
          to: number(numbered ? Math.min(before + pageSize, total) : before + rows.length),
          total: least,
        });
  const first = numbered ? Math.max(1, Math.min(current - Math.floor(NUMBERS / 2), last - NUMBERS + 1)) : 1;
  const numbers = Array.from({ length: numbered ? Math.min(NUMBERS, last) : 1 }, (_, index) => first + index);
  const back = place(numbered && current > 1 ? current - 1 : undefined, page.previous);
  const on = place(numbered && current < last ? current + 1 : undefined, page.next);
  const end = more ? place(undefined, page.last) : place(numbered && current < last ? last : undefined);
  const go = (to: PagePlace | undefined) => to && (() => control.setPage(to));
  return (
    <PagerBar
      padding="2"
      borderTop="1px solid"
      borderColor="border"
      range={range}
      back={go(back)}
      next={go(on)}
      before={
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
      }
      numbers={numbers.map((one) => (
        <Button
          key={one}
          variant="ghost"
          size="sm"
          minWidth="9"
          minHeight="9"
          paddingInline="1"
          aria-label={t("page", { number: number(one) })}
          aria-current={one === current ? "page" : undefined}
          {...(one === current && { color: "fg", background: "bg.muted", css: FORCED })}
          onClick={() => control.setPage({ page: one })}
        >
          {number(one)}
        </Button>
      ))}
      after={
        <IconButton label={t("last")} disabled={!end} onClick={go(end)}>
          <ChevronsRight size={18} aria-hidden />
        </IconButton>
      }
    />
  );
}

function place(page: number | undefined, cursor?: string): PagePlace | undefined {
  if (page !== undefined) return { page };
  return cursor ? { cursor } : undefined;
}
