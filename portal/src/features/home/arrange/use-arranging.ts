import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { hide, pin } from "../choices";
import type { Home, Product } from "../types";

/** Pins and hides one application on home. A toast says what happened, also to screen readers. */
export function useArranging({ chosen: { pins } }: Pick<Home, "chosen">, product: Product) {
  const services = useServices();
  const { t } = useTranslation("homeMore");
  const { id, name } = product;
  const pinned = pins.includes(id);
  const pinning = useAct((on: boolean) => pin(services, id, on), {
    done: ({ pins: now }) => t(now.includes(id) ? "pin.done" : "unpin.done", { name }),
    refresh: ["products"],
  });
  const hiding = useAct((on: boolean) => hide(services, id, on), {
    done: ({ hidden }) => t(hidden.includes(id) ? "hide.done" : "unhide.done", { name }),
    refresh: ["products"],
  });
  return {
    pinned,
    isFirst: pins[0] === id,
    isLast: pins.at(-1) === id,
    pin: () => void pinning.run(!pinned),
    hide: (on: boolean) => void hiding.run(on),
  };
}
