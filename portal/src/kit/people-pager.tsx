import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/use-formats";
import { atLeast, PagerBar } from "../ui/table/pager-bar";

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
    <PagerBar
      range={t("range", {
        from: number((pageNum - 1) * pageSize + 1),
        to: number(Math.min(pageNum * pageSize, total)),
        total: atLeast(number, total, more),
      })}
      back={pageNum > 1 ? () => onPage(pageNum - 1) : undefined}
      next={pageNum < last ? () => onPage(pageNum + 1) : undefined}
    />
  );
}
