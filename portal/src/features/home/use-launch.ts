import { useState } from "react";
import { useServices } from "../../api/services";
import { launch, openTab, type Launch } from "./launch";
import type { Product } from "./queries";

/** Opens what needs a dialog, one product at a time: the choice between addresses, or why it does not open. */
export function useLaunch() {
  const services = useServices();
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
  };
  return { open, busyId, dialog, closeDialog: () => setDialog(undefined) };
}
