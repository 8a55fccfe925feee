import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { NAMES, OFF, ON, setStatus, type ProductRow } from "../queries";
import { AddProduct, EditProduct } from "./edit-product";
import { useSwitchWords } from "./switch-words";

export type Open = { what: "add" } | { what: "edit" | "status" | "history"; product: ProductRow };

/** The drawers and questions of the list, fetched with the first that is opened. */
export default function ProductParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "add":
      return <AddProduct onClose={onClose} />;
    case "edit":
      return <EditProduct product={open.product} onClose={onClose} />;
    case "status":
      return <ChangeStatus product={open.product} onClose={onClose} />;
    case "history": {
      const { projectId, name } = open.product;
      return <HistoryDrawer kind="product" id={String(projectId)} name={name} onClose={onClose} />;
    }
  }
}

/** C-072. */
function ChangeStatus({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const services = useServices();
  return (
    <SwitchDialog
      name={product.name}
      isOn={product.status === ON}
      words={useSwitchWords()}
      call={(on) => setStatus(services, product.projectId, on ? ON : OFF)}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}
