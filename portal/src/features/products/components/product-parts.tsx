import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { OFF, ON, setStatus, type ProductRow } from "../queries";
import { AddProduct, EditProduct } from "./edit-product";

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
  const { t } = useTranslation("products");
  const services = useServices();
  const { name, projectId, status } = product;
  const off = status === ON;
  const change = useAct(() => setStatus(services, projectId, off ? OFF : ON), {
    done: off ? t("turnOff.done", { name }) : t("turnOn.done", { name }),
    refresh: ["products", "product"],
  });
  return (
    <ConfirmDialog
      title={off ? t("turnOff.title", { name }) : t("turnOn.title", { name })}
      action={off ? t("turnOff") : t("turnOn")}
      destructive={off}
      busy={change.busy}
      onConfirm={() => void change.run().then(onClose)}
      onClose={onClose}
    >
      {off ? t("turnOff.consequence") : t("turnOn.consequence")}
    </ConfirmDialog>
  );
}
