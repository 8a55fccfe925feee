import { useTranslation } from "react-i18next";
import { STATUS as ANSWERS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addProduct, NAMES, productQuery, updateProduct, type ProductRow } from "../queries";
import { ProductFields } from "./product-fields";
import { bodyOf, noAddress, NOTHING, textsOf, valuesOf, wrongAddresses } from "./product-values";

/** The required fields (V-27). */
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
  const addressWords = { https: t("https"), link: t("httpsOrLocal") };
  const empty = useTranslation("form").t("empty");
  const services = useServices();
  const form = useForm({
    initial: NOTHING,
    required: ["name", "appName", "typeId", "adminId", ...TEXTS, ...ROWS],
    check: (values) => ({ ...wrongAddresses(values, NOTHING, addressWords), ...noAddress(values, empty) }),
  });
  const save = useSave(form, {
    call: (values) => addProduct(services, bodyOf(values)),
    done: t("add.done"),
    refresh: NAMES,
    fieldOf: ({ status }) => (status === ANSWERS.userExists ? "appName" : undefined),
  });
  return (
    <EditDrawer title={t("add")} action={t("add")} form={form} save={save} onClose={onClose}>
      <ProductFields form={form} product={undefined} />
    </EditDrawer>
  );
}

/** C-071. */
export function EditProduct({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const { t } = useTranslation("products");
  const addressWords = { https: t("https"), link: t("httpsOrLocal") };
  const empty = useTranslation("form").t("empty");
  const services = useServices();
  const { projectId, name } = product;
  const { base, form, version, current, waiting } = useEdited(productQuery(services, projectId), {
    valuesOf,
    nothing: NOTHING,
    rules: (read, begun) => ({
      required:
        read?.mayEdit === false ? [...TEXTS, ...ROWS] : ["name", "typeId", "adminId", ...TEXTS, ...ROWS],
      check: (values) => ({
        ...wrongAddresses(values, begun, addressWords),
        ...(read?.mayEdit !== false && noAddress(values, empty)),
      }),
    }),
  });
  const save = useSave(form, {
    call: async (values, how) => {
      const body = base?.mayEdit ? bodyOf(values) : textsOf(values);
      return updateProduct(services, { ...body, projectId, version: await version(how) });
    },
    current,
    done: t("edit.done", { name }),
    refresh: NAMES,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <ProductFields form={form} product={base} />}
    </EditDrawer>
  );
}
