import { Package } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    products: typeof english;
  }
}

/**
 * R-10, S-19. The administrators of a product see it, and write its texts.
 */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/product-list",
    title: { "en-us": "Products", "zh-cn": "产品" },
    need: { code: "operation_access.ProductManagement.ProductList.view", ofProducts: true },
    nav: { section: "groups", icon: Package },
    texts: [ownTexts("products", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/products-page"),
  },
];
