import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { moved, order } from "../choices";
import type { Home, Product } from "../types";

/** Moves pinned applications. A toast says where one is now, also to screen readers. */
export function useOrder({ chosen: { pins, version } }: Pick<Home, "chosen">) {
  const services = useServices();
  const { t } = useTranslation("homeMore");
  const last = useRef<Pick<Product, "id" | "name">>(undefined);
  const ordering = useAct((ids: number[]) => order(services, ids, version), {
    done: ({ saved, pins: now }) => {
      const { id = 0, name = "" } = last.current ?? {};
      return saved
        ? t("move.done", { name, place: now.indexOf(id) + 1, total: now.length })
        : t("move.other");
    },
    refresh: ["products"],
  });
  const move = (product: Pick<Product, "id" | "name">, by: number) => {
    const ids = moved(pins, product.id, by);
    if (ids.join() === pins.join()) return;
    last.current = product;
    void ordering.run(ids);
  };
  return {
    /** So many places later; a negative number is earlier. */
    move,
    /** To the place of another pinned application. */
    moveOver: (product: Pick<Product, "id" | "name">, other: number) =>
      move(product, pins.indexOf(other) - pins.indexOf(product.id)),
  };
}
