import { useServices } from "../../../api/services";
import { AskForProduct } from "../../../kit/asking/ask-for-product";
import { askingQuery, type Asking } from "../../../kit/asking/queries";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { ASK } from "../ask-address";

interface Open {
  what: "apply";
  asking: Asking;
}

/** The drawer that asks for the product in the address. Back closes it. */
export default function AskingPart() {
  const services = useServices();
  const opened = useOpened<Open, "apply">({
    name: ASK,
    views: ["apply"],
    idOf: ({ asking }) => String(asking.product.id),
  });
  return (
    <OpenedParts<Open, "apply", Asking>
      opened={opened}
      rows={undefined}
      rowKey={({ product }) => String(product.id)}
      load={(id) => askingQuery(services, Number(id))}
      openOf={(what, asking) => ({ what, asking })}
    >
      {({ asking }) => <AskForProduct asking={asking} onClose={opened.onClose} />}
    </OpenedParts>
  );
}
