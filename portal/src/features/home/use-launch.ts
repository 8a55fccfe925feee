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
    // A browser may block a tab silently (noopener hides this from us), so the link stays on screen.
    showToast({
      tone: "info",
      text: t("opening", { name: product.name }),
      // A button, so that no address that could be copied has the token.
      action: { text: t("openHere"), run: () => openTab(result.url) },
    });
  };
  return { open, busyId, dialog, closeDialog: () => setDialog(undefined) };
}
