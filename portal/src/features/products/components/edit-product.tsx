import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { displayName, useUser, type UserInfo } from "../../../access/user";
import { STATUS as ANSWERS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useBeginning } from "../../../kit/beginning";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import type { Option } from "../../../kit/use-search";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addProduct, NAMES, productQuery, TYPES, updateProduct, type ProductRow } from "../queries";
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

interface AddProductProps {
  /** Gets the product that a link from another page began, when it is added: the next step is who may open it. */
  onAdded: (product: { projectId: number; name: string }) => void;
  onClose: () => void;
}

/** C-070. */
export function AddProduct({ onAdded, onClose }: AddProductProps) {
  const { t } = useTranslation("products");
  const begun = useBeginning("product");
  const user = useUser();
  const added = useRef<{ projectId: number; name: string }>(undefined);
  const addressWords = { https: t("https"), link: t("httpsOrLocal") };
  const empty = useTranslation("form").t("empty");
  const services = useServices();
  const form = useForm({
    initial: begun ? { ...NOTHING, ...begun, typeId: String(TYPES[0]), adminId: user?.id ?? "" } : NOTHING,
    required: ["name", "appName", "typeId", "adminId", ...TEXTS, ...ROWS],
    check: (values) => ({ ...wrongAddresses(values, NOTHING, addressWords), ...noAddress(values, empty) }),
  });
  const save = useSave(form, {
    call: async (values) => {
      const written = await addProduct(services, bodyOf(values));
      if (begun && !values.everyone)
        added.current = { projectId: written.data.projectId, name: values.name.trim() };
      return written;
    },
    done: (_, values) => t("add.done", { name: values.name.trim() }),
    refresh: NAMES,
    fieldOf: ({ status }) => (status === ANSWERS.userExists ? "appName" : undefined),
  });
  return (
    <EditDrawer
      title={t("add")}
      action={t("add")}
      form={form}
      save={save}
      onClose={() => (added.current ? onAdded(added.current) : onClose())}
    >
      <ProductFields form={form} product={undefined} known={begun && knownOf(begun, user)} />
    </EditDrawer>
  );
}

/** The names of the first values, which the lists of choices may not have. */
function knownOf(begun: { name: string; applicationId: string }, user: UserInfo | undefined): Option[] {
  return [
    { value: begun.applicationId, label: begun.name },
    ...(user ? [{ value: user.id, label: displayName(user) }] : []),
  ];
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
    done: (_, values) => t("edit.done", { name: values.name.trim() }),
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
