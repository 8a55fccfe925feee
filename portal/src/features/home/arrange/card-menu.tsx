import { ArrowLeft, ArrowRight, Ellipsis, EyeOff, Info, Pin, PinOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button";
import { ActionMenu, type Opened, type RowAction } from "../../../ui/table/row-menu";
import type { Home, Product } from "../types";
import { useArranging } from "./use-arranging";
import { useOrder } from "./use-order";

interface CardMenuProps {
  home: Pick<Home, "chosen">;
  product: Product;
  label: string;
  /** Opens by itself: its button was pressed while it loaded. */
  opened?: Opened;
  tabIndex?: number;
  onAbout: (product: Product) => void;
}

/** What a person can do with an application on home, besides opening it. */
export default function CardMenu({ home, product, label, opened = false, tabIndex, onAbout }: CardMenuProps) {
  const { t } = useTranslation("homeMore");
  const arranging = useArranging(home, product);
  const { move } = useOrder(home);
  const moves: RowAction[] = [
    ...(arranging.isFirst
      ? []
      : [{ key: "earlier", label: t("move.earlier"), icon: ArrowLeft, run: () => move(product, -1) }]),
    ...(arranging.isLast
      ? []
      : [{ key: "later", label: t("move.later"), icon: ArrowRight, run: () => move(product, 1) }]),
  ];
  const actions: RowAction[] = [
    { key: "about", label: t("about"), icon: Info, run: () => onAbout(product) },
    arranging.pinned
      ? { key: "unpin", label: t("unpin"), icon: PinOff, run: arranging.pin }
      : { key: "pin", label: t("pin"), icon: Pin, run: arranging.pin },
    ...(arranging.pinned ? moves : []),
    { key: "hide", label: t("hide"), icon: EyeOff, run: () => arranging.hide(true) },
  ];
  return (
    <ActionMenu label={label} actions={actions} opened={opened}>
      <IconButton label={label} tabIndex={tabIndex}>
        <Ellipsis size={18} aria-hidden />
      </IconButton>
    </ActionMenu>
  );
}
