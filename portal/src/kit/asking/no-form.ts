import { CircleCheck, CircleSlash, Hourglass, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../../i18n/marks";
import { useWhomToAsk, useWhyClosed } from "../closed";
import type { Asking } from "./queries";

/** What is said instead of a form, and where it leads. */
export interface NoForm {
  icon: LucideIcon;
  heading: string;
  text: string;
  way?: { to: string; label: string };
}

/** Why there is nothing to ask for: the product is open, the request waits, or no group can help. */
export function useNoForm() {
  const { t } = useTranslation("asking");
  const why = useWhyClosed();
  const whom = useWhomToAsk();
  return ({ product, groups }: Asking): NoForm | undefined => {
    const { name } = product;
    if (product.hasAccess) {
      const way = { to: `/?q=${encodeURIComponent(name)}`, label: t("ask.toCard") };
      return { icon: CircleCheck, heading: t("ask.open", { name }), text: "", way };
    }
    if (product.reason === "pending") {
      const way = { to: "/my-requests", label: t("requests") };
      return { icon: Hourglass, heading: t("ask.waits", { name }), text: why(product), way };
    }
    if (groups.length > 0) return undefined;
    return {
      icon: CircleSlash,
      heading: t("blocked.heading", { name }),
      text: [why(product), whom(product)].join(sentenceGap()),
    };
  };
}
