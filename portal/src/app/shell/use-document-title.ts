import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTabTitle } from "../../access/nav";
import { useServices } from "../../api/services";

const HOME = "/";

/** Product name and page title; on the home page only its title (T-02, G-01). */
export function useDocumentTitle(): void {
  const { productName } = useServices().config;
  const title = useTabTitle();
  const home = useLocation().pathname === HOME;
  useEffect(() => {
    if (title) document.title = home ? title : `${productName} - ${title}`;
  }, [title, home, productName]);
}
