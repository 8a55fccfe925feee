import { Button, Flex, Input, Text, useRecipe } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import { FORCED } from "../../theme/forced-colors";
import { IconButton } from "../../ui/icon-button";

/** Page numbers shown at once. */
const NUMBERS = 5;

interface HistoryPagerProps {
  page: number;
  last: number;
  onPage: (page: number) => void;
}

/** D-16: back, the numbers, on, and a field to jump to a page. */
export function HistoryPager({ page, last, onPage }: HistoryPagerProps) {
  const { t } = useTranslation(["news", "list"]);
  const { number } = useFormats();
  const styles = useRecipe({ key: "input" })();
  const first = Math.max(1, Math.min(page - Math.floor(NUMBERS / 2), last - NUMBERS + 1));
  const numbers = Array.from({ length: Math.min(NUMBERS, last) }, (_, index) => first + index);
  return (
    <Flex as="nav" aria-label={t("list:pages")} align="center" justify="center" gap="1" wrap="wrap">
      <IconButton label={t("list:previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      {numbers.map((one) => (
        <Button
          key={one}
          size="sm"
          variant="ghost"
          // As in the pages of a table.
          {...(one === page && { color: "fg", background: "bg.muted", css: FORCED })}
          aria-label={t("page", { page: number(one) })}
          {...(one === page && { "aria-current": "page" as const })}
          onClick={() => onPage(one)}
        >
          {number(one)}
        </Button>
      ))}
      <IconButton label={t("list:next")} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = Number(new FormData(event.currentTarget).get("page"));
          if (Number.isInteger(wanted)) onPage(Math.min(Math.max(1, wanted), last));
          event.currentTarget.reset();
        }}
      >
        <Flex asChild align="center" gap="2" marginInlineStart="2" fontSize="sm">
          <label>
            <Text as="span" color="fg.muted">
              {t("jump", { last: number(last) })}
            </Text>
            <Input name="page" inputMode="numeric" autoComplete="off" css={{ ...styles, width: "16" }} />
          </label>
        </Flex>
      </form>
    </Flex>
  );
}
