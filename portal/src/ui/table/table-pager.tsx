import { Box, Flex, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import { PAGE_SIZES, type TableControl } from "./use-table-state";

/** Which rows these are, how many there are, and the way to the others. */
export function TablePager({ control, total }: { control: TableControl; total: number }) {
  const { t, i18n } = useTranslation("ui");
  const { page, pageSize } = control.state;
  const number = new Intl.NumberFormat(i18n.language);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const range = {
    from: number.format(Math.min((page - 1) * pageSize + 1, total)),
    to: number.format(Math.min(page * pageSize, total)),
    total: number.format(total),
  };
  return (
    <Flex
      as="nav"
      align="center"
      justify="flex-end"
      gap="3"
      wrap="wrap"
      padding="2"
      fontSize="sm"
      color="fg.muted"
    >
      <label>
        {t("table.size")}{" "}
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
        {t("table.range", range)}
      </Text>
      <Flex>
        <IconButton
          label={t("table.previous")}
          disabled={page <= 1}
          onClick={() => control.setPage(page - 1)}
        >
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton label={t("table.next")} disabled={page >= last} onClick={() => control.setPage(page + 1)}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </Flex>
    </Flex>
  );
}
