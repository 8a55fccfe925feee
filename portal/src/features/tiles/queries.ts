import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Changes {
    "/api/security/admin/home-tile/save": "products";
  }
}

export type HomeTile = components["schemas"]["HomeTileRow"];
type SaveTile = BodyOf<"/api/security/admin/home-tile/save", "post">;

/** Every tile of home that can have a target. */
export function homeTilesQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["products", "tiles"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/home-tile/list", { signal })),
    meta: { ownMessage: true },
  });
}

/** The newest state of the tile of this place. */
export async function findTile(services: Services, slot: string): Promise<HomeTile | undefined> {
  const tiles = await services.queries.query({ ...homeTilesQuery(services), staleTime: 0 });
  return tiles.find((tile) => tile.slot === slot);
}

export function saveTile(services: Services, tile: SaveTile) {
  return write(services, "/api/security/admin/home-tile/save", tile);
}
