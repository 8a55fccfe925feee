import type { RouteTable } from "../access/route-entry";
import { loadChunk } from "../ui/lazy/load-chunk";
import { arrive } from "./arrive";
import { showNothingLoaded } from "./errors/nothing-loaded";

/** Opens the portal: who arrives first, then everything that draws, which is not wanted by who is sent to sign in. */
export async function open(element: HTMLElement, table: RouteTable): Promise<void> {
  const arrival = arrive(table.first);
  // What went wrong is told by what draws.
  await arrival.catch(() => undefined);
  try {
    const { start } = await loadChunk(() => import("./start"));
    await start(element, arrival, table);
  } catch {
    showNothingLoaded(element);
  }
}
