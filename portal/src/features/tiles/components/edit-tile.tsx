import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { products } from "../../../kit/sources";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { findTile, saveTile, type HomeTile } from "../queries";
import { useTileName } from "./tile-name";

const valuesOf = ({ name, nameZh, description, descriptionZh, url, productId }: HomeTile) => ({
  name,
  nameZh,
  description,
  descriptionZh,
  url,
  productId: typeof productId === "number" ? String(productId) : "",
});

/** What a tile of home says and where it leads: to an address, or to an application. */
export default function EditTile({ tile, onClose }: { tile: HomeTile; onClose: () => void }) {
  const { t } = useTranslation("tiles");
  const services = useServices();
  const nameOf = useTileName();
  const { slot, version, productName } = tile;
  const form = useForm({ initial: valuesOf(tile) });
  const save = useSave(form, {
    call: ({ productId, ...texts }, { overwrite }) =>
      saveTile(services, {
        slot,
        ...texts,
        productId: productId ? Number(productId) : null,
        ...(!overwrite && { version }),
      }),
    done: (_, { name }) => t("edit.done", { name: nameOf({ ...tile, name: name.trim() }) }),
    refresh: ["products"],
    current: async () => valuesOf((await findTile(services, slot)) ?? tile),
  });
  const source = products(services, false);
  return (
    <EditDrawer title={t("edit.title", { name: nameOf(tile) })} form={form} save={save} onClose={onClose}>
      <TextField label={t("name")} help={t("nameHelp")} {...form.text("name")} />
      <TextField label={t("nameZh")} {...form.text("nameZh")} />
      <TextAreaField label={t("description")} {...form.text("description")} />
      <TextAreaField label={t("descriptionZh")} {...form.text("descriptionZh")} />
      <TextField label={t("url")} help={t("urlHelp")} type="url" {...form.text("url")} />
      <SearchField
        form={form}
        name="productId"
        label={t("product")}
        help={t("productHelp")}
        source={{
          ...source,
          find: (value) =>
            Promise.resolve(
              value === valuesOf(tile).productId && value ? { value, label: productName } : undefined,
            ),
        }}
      />
    </EditDrawer>
  );
}
