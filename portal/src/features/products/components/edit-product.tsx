import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { STATUS as ANSWERS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addProduct, productQuery, updateProduct, type Product, type ProductRow } from "../queries";
import { ProductFields } from "./product-fields";
import { bodyOf, NOTHING, textsOf, valuesOf, wrongAddresses } from "./product-values";

/** The boxes that must be filled in (V-27). */
const TEXTS = ["attribute1", "attribute2", "attribute3"] as const;
const ROWS = [
  "links.*.name",
  "links.*.url",
  "featuresBenefits.*.title",
  "featuresBenefits.*.description",
  "snapshots.*.value",
  "files.*.description",
  "files.*.url",
] as const;

/** C-070. */
export function AddProduct({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("products");
  const services = useServices();
  const form = useForm({
    initial: NOTHING,
    required: ["name", "appName", "typeId", "adminId", ...TEXTS, ...ROWS],
    check: (values) => wrongAddresses(values, NOTHING, t("https")),
  });
  const save = useSave(form, {
    call: (values) => addProduct(services, bodyOf(values)),
    done: t("add.done"),
    refresh: ["products"],
    fieldOf: ({ status }) => (status === ANSWERS.userExists ? "appName" : undefined),
  });
  return (
    <EditDrawer title={t("add")} form={form} save={save} onClose={onClose}>
      <ProductFields form={form} product={undefined} />
    </EditDrawer>
  );
}

/** C-071: what the server has now is fetched first. */
export function EditProduct({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const { t } = useTranslation("products");
  const services = useServices();
  const query = productQuery(services, product.projectId);
  const { data, error, refetch } = useQuery({ ...query, gcTime: 0 });
  const [base, setBase] = useState<Product>();
  if (data && !base) setBase(data);
  const begun = base ? valuesOf(base) : NOTHING;
  const form = useForm({
    initial: begun,
    required:
      base?.mayEdit === false ? [...TEXTS, ...ROWS] : ["name", "typeId", "adminId", ...TEXTS, ...ROWS],
    check: (values) => wrongAddresses(values, begun, t("https")),
  });
  const { restart } = form;
  useEffect(() => {
    if (base) restart(valuesOf(base));
    // The form begins anew with another base alone, not with another render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
  const fresh = () => services.queries.query(query);
  const save = useSave(form, {
    call: async (values, { overwrite }) => {
      const version = overwrite ? (await fresh()).version : base?.version;
      const body = base?.mayEdit ? bodyOf(values) : textsOf(values);
      return updateProduct(services, {
        ...body,
        projectId: product.projectId,
        ...(version !== undefined && { version }),
      });
    },
    current: async () => {
      const theirs = await fresh();
      setBase(theirs);
      return valuesOf(theirs);
    },
    done: t("edit.done", { name: product.name }),
    refresh: ["products", "product"],
  });
  const waiting = <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="16" />;
  return (
    <EditDrawer
      title={t("edit.title", { name: product.name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(!base && { waiting })}
    >
      {base && <ProductFields form={form} product={base} />}
    </EditDrawer>
  );
}
