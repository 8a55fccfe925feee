import type { ComponentProps } from "react";
import { addressOf } from "../../../address/base";
import type { Home } from "../types";

type Tile = Home["tiles"][number];

export interface Target extends Pick<Tile, "name" | "description"> {
  /** The address that it opens; undefined without a target (G-23). */
  opens: string | undefined;
  /** It is on another site, which gets no referrer. */
  away: boolean;
}

/**
 * Where the tile of this place leads: to an https address without a token, or to an application by the server's address, so
 * that only that application gets its token (T-35, F-02, attacks T10 and T13).
 */
export function targetOf(tiles: Home["tiles"], slot: string): Target {
  const tile = tiles.find((one) => one.slot === slot);
  if (!tile) return { name: "", description: "", opens: undefined, away: false };
  const { name, description, url, productId } = tile;
  const opens = typeof productId === "number" ? addressOf(`/open/${productId}`) : safe(url);
  return { name, description, opens, away: typeof productId !== "number" };
}

function safe(url: string): string | undefined {
  return URL.canParse(url) && new URL(url).protocol === "https:" ? url : undefined;
}

/** A link that opens a tile in a new tab. */
export function TileLink({ tile, children, ...rest }: ComponentProps<"a"> & { tile: Target }) {
  const rel = tile.away ? "noopener noreferrer" : "noopener";
  return (
    <a href={tile.opens} target="_blank" rel={rel} {...rest}>
      {children}
    </a>
  );
}
