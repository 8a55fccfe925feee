import type { components } from "../api/schema";
import { mock, refusal, success, type Mock } from "./mocks";

type HomeTile = components["schemas"]["HomeTileRow"];

export function aTile(given: Partial<HomeTile> = {}): HomeTile {
  return {
    slot: "brief",
    name: "",
    nameZh: "",
    description: "",
    descriptionZh: "",
    url: "",
    productId: null,
    productName: "",
    version: 0,
    ...given,
  };
}

/** Tiles of the settings and of administrators; `sent` has the changes. */
export function fakeTiles(
  tiles: HomeTile[] = [
    aTile({ slot: "data_sources" }),
    aTile({ slot: "upskill", name: "Academy", nameZh: "学院", url: "https://learn.example/courses" }),
    aTile({ productId: 4, productName: "Brief desk", version: 2 }),
  ],
): { mocks: Mock[]; sent: unknown[] } {
  const sent: unknown[] = [];
  let now = tiles;
  return {
    sent,
    mocks: [
      mock("get", "/api/security/admin/home-tile/list", () => success(now)),
      mock("post", "/api/security/admin/home-tile/save", ({ body }) => {
        sent.push(body);
        if (body.url?.startsWith("http:")) return refusal(100012, "Use https.", { field: "url" });
        now = now.map((tile) =>
          tile.slot === body.slot ? { ...tile, ...body, version: tile.version + 1 } : tile,
        );
        return success(null);
      }),
    ],
  };
}

export const standIn = () => fakeTiles().mocks;
