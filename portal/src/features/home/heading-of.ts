import type { Services } from "../../api/services";
import { isLanguage } from "../../i18n/language";
import type { Product } from "./queries";
import type { TypeId } from "./types";

/** The type's name from its products, else from the settings in this language, else none (G-27). */
export function headingOf(
  typeId: TypeId,
  products: Product[] | undefined,
  { config }: Pick<Services, "config">,
  language: string,
): string | undefined {
  const label = isLanguage(language) ? config.typeLabels[typeId]?.[language] : undefined;
  return products?.find(({ typeName }) => typeName)?.typeName ?? label;
}
