import { useState } from "react";
import { launchOf, openTab, type Launch } from "./launch";
import type { Product } from "./types";

/** Opens a product, or the dialog that it needs: the choice between addresses, or why it does not open. */
export function useLaunch() {
  const [dialog, setDialog] = useState<Exclude<Launch, { kind: "opened" }>>();
  const open = (product: Product) => {
    const launch = launchOf(product);
    if (launch.kind === "opened") openTab(launch.way);
    else setDialog(launch);
  };
  return { open, dialog, closeDialog: () => setDialog(undefined) };
}
