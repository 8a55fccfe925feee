import type { RouteTable } from "../access/route-entry";
import { loadChunk } from "../ui/lazy/load-chunk";
import { arrive } from "./arrive";
import { showNothingLoaded } from "./errors/nothing-loaded";
import { loadAhead } from "./load-ahead";

/** Opens the portal: first `arrive`, then the user interface, which people who go to the sign-in do not need. */
export async function open(element: HTMLElement, table: RouteTable): Promise<void> {
  const arrival = arrive(table.first);
  // The user interface shows the failure.
  await arrival.then(
    () => loadAhead(table.first),
    () => undefined,
  );
  try {
    const { start } = await loadChunk(() => import("./start"));
    await start(element, arrival, table);
  } catch {
    showNothingLoaded(element);
  }
}
