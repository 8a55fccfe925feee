import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { showToast } from "../../ui/toast/toast-store";
import { launch, openTab, type Launch } from "./launch";
import type { Product } from "./queries";

/** Opens products, one at a time, and holds what has to be asked or said about the last one. */
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
      setDialog(result);
      return;
    }
    openTab(result.url);
    // A browser may hold back a tab without a word (noopener hides it from us), so the way stays on screen.
    showToast({
      tone: "info",
      text: t("opening", { name: product.name }),
      // A button: the token stands in no address that could be copied.
      action: { text: t("openHere"), run: () => openTab(result.url) },
    });
  };
  return { open, busyId, dialog, closeDialog: () => setDialog(undefined) };
}
