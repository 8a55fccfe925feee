import { useServices } from "../../../api/services";
import { CHECKING } from "../../../kit/access-check/texts";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { loadTexts } from "../../../i18n/i18n";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { NAMES, OFF, ON, people, setStatus, type ProductRow } from "../queries";
import { AddProduct, EditProduct } from "./edit-product";
import { OpensTo } from "./opens-to";
import { useSwitchWords } from "./switch-words";

export type Open =
  | { what: "add" }
  /** Added just now, on the way from a new application to its people. */
  | { what: "opens"; added: { projectId: number; name: string } }
  | { what: "edit" | "status" | "check" | "history"; product: ProductRow };

const CheckPerson = lazyPart(async () => {
  const check = import("../../../kit/access-check/check-person");
  const [drawer] = await Promise.all([check, loadTexts([CHECKING])]);
  return drawer;
});

interface ProductPartsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** The drawers and questions of the list, fetched with the first that is opened. */
export default function ProductParts({ open, onOpen, onClose }: ProductPartsProps) {
  const services = useServices();
  switch (open.what) {
    case "add":
      return <AddProduct onAdded={(added) => onOpen({ what: "opens", added })} onClose={onClose} />;
    case "opens":
      return <OpensTo added={open.added} onClose={onClose} />;
    case "edit":
      return <EditProduct product={open.product} onClose={onClose} />;
    case "status":
      return <ChangeStatus product={open.product} onClose={onClose} />;
    case "check": {
      const { product } = open;
      return (
        <CheckPerson
          projectId={product.projectId}
          product={product.name}
          people={people(services, undefined)}
          onForm={{ editProduct: () => onOpen({ what: "edit", product }) }}
          onClose={onClose}
        />
      );
    }
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
