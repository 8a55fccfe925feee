import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { HOME_KEY, type Home } from "./queries";

declare module "../../api/kept" {
  interface Changes {
    "/api/security/app/favourite": "products";
    "/api/security/app/hide": "products";
    "/api/security/app/order": "products";
    "/api/security/app/leave-welcome": "products";
  }
}

type Choices = components["schemas"]["HomeChoices"];

/** Shows a choice before the server has it. */
function showAtOnce({ queries }: Pick<Services, "queries">, change: (chosen: Choices) => Partial<Choices>) {
  queries.setQueryData<Home>(
    HOME_KEY,
    (home) => home && { ...home, chosen: { ...home.chosen, ...change(home.chosen) } },
  );
}

const without = (ids: number[], id: number) => ids.filter((one) => one !== id);

/** Pins an application, or takes its pin away. */
export async function pin(services: Services, id: number, on: boolean) {
  showAtOnce(services, ({ pins, hidden }) => ({
    pins: on ? [...without(pins, id), id] : without(pins, id),
    hidden: on ? without(hidden, id) : hidden,
  }));
  const written = await write(services, "/api/security/app/favourite", { id, on });
  showAtOnce(services, () => written.data);
  return written;
}

/** Hides an application, or shows it again. */
export async function hide(services: Services, id: number, on: boolean) {
  showAtOnce(services, ({ pins, hidden }) => ({
    pins: on ? without(pins, id) : pins,
    hidden: on ? [...without(hidden, id), id] : without(hidden, id),
  }));
  const written = await write(services, "/api/security/app/hide", { id, on });
  showAtOnce(services, () => written.data);
  return written;
}

/** Saves the whole order of the pins. If another tab changed them meanwhile, its order stays and shows. */
export async function order(services: Services, ids: number[], version: number) {
  showAtOnce(services, () => ({ pins: ids }));
  const written = await write(services, "/api/security/app/order", { ids, version });
  const { pins, hidden, version: newest } = written.data;
  showAtOnce(services, () => ({ pins, hidden, version: newest }));
  return written;
}

/** Hides the first steps of a newcomer for good. */
export function leaveWelcome(services: Services) {
  return write(services, "/api/security/app/leave-welcome", undefined);
}

/** `ids` with this one moved by so many places, as far as there are any. */
export function moved(ids: readonly number[], id: number, by: number): number[] {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  if (from < 0 || to === from) return [...ids];
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
