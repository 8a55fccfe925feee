import { pinyinInitials } from "./pinyin";
import type { Product } from "./queries";

/** Whether the product's names, initials (of Chinese names in pinyin) or description contain every word of the query. */
export function matches(product: Product, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [product.name, product.otherName, product.appName, product.attribute1, product.adminName]
    .join("\n")
    .toLowerCase();
  const initials = product.name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .join("")
    .toLowerCase();
  const pinyin = pinyinInitials(product.name) || pinyinInitials(product.otherName);
  return words.every((word) => text.includes(word) || initials.startsWith(word) || pinyin.includes(word));
}
