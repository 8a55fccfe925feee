import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { useServices } from "../../api/services";
import type { TitleKey } from "../../i18n/keys";

/** What a route says of itself to the shell. */
export interface PageHandle {
  titleKey: TitleKey;
}

/** Product name and route title; the home page its title alone (T-02, G-01). */
export function useDocumentTitle(): void {
  const { t } = useTranslation("shell");
  const { productName } = useServices().config;
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const titleKey = handle?.titleKey;
  const title = titleKey && t(titleKey);
  useEffect(() => {
    if (title) document.title = titleKey === "title.home" ? title : `${productName} - ${title}`;
  }, [title, titleKey, productName]);
}
