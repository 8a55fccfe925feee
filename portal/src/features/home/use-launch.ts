import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { showToast } from "../../ui/toast/toast-store";
import { launch, openTab, type Launch } from "./launch";
import type { Product } from "./queries";

/** Opens products, one at a time, and keeps the result that the dialog shows. */
export function useLaunch() {
  const services = useServices();
  const { t } = useTranslation("home");
  const [busyId, setBusyId] = useState<number>();
  const [dialog, setDialog] = useState<Exclude<Launch, { kind: "opened" }>>();

  const open = async (product: Product) => {
    if (busyId !== undefined) return;
    setBusyId(product.id);
    const result = await launch(services, product);
    setBusyId(undefined);
    if (result.kind !== "opened") {
      // The card is out of date: it says that the product opens.
      if (result.kind === "blocked" && product.state === "open")
        void services.queries.invalidateQueries({ queryKey: ["products"] });
      setDialog(result);
      return;
    }
    openTab(result.url);
    // A browser may block the tab, and `noopener` hides that from us, so the toast offers to open it here.
    showToast({
      tone: "info",
      text: t("opening", { name: product.name }),
      // A button instead of a link, so that nobody can copy an address with the token.
      action: { text: t("openHere"), run: () => openTab(result.url) },
    });
  };
  return { open, busyId, dialog, closeDialog: () => setDialog(undefined) };
}
