import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { isKeptFile, uploadProductFile } from "../../../api/product-file";
import { useServices } from "../../../api/services";
import { LARGEST_PICTURE } from "../../../api/upload-picture";
import { UploadField } from "../../../kit/upload-field";
import { useUpload } from "../../../kit/use-upload";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import type { ProductValues } from "./product-values";

interface ProductFileFieldProps {
  form: FormControl<ProductValues>;
  index: number;
  /** The product; a new one has no id yet, and takes addresses alone. */
  productId: number | undefined;
}

/** A file of a product: uploaded, for the people who may open the product, or a web address. */
export function ProductFileField({ form, index, productId }: ProductFileFieldProps) {
  const { t } = useTranslation("products");
  const services = useServices();
  const url = useValue(form, `files.${index}.url`);
  const description = useValue(form, `files.${index}.description`);
  const upload = useUpload({
    call: (file, watch) => uploadProductFile(services, productId ?? 0, file, watch),
    onDone: (sent) => {
      form.set(`files.${index}.url`, sent?.url ?? "");
      if (sent && !description) form.set(`files.${index}.description`, sent.name);
    },
  });
  const kept = isKeptFile(url);
  return (
    <>
      <TextField label={t("description")} {...form.text(`files.${index}.description`)} />
      {kept ? (
        <Text margin="0" fontSize="md" color="fg.muted">
          {t("file.kept")}
        </Text>
      ) : (
        <TextField
          label={t("address")}
          type="url"
          placeholder="https://"
          {...form.text(`files.${index}.url`)}
        />
      )}
      {productId !== undefined && (
        <UploadField
          label={t("file.upload")}
          upload={upload}
          types={{}}
          maxSize={LARGEST_PICTURE}
          error={kept ? form.faults[`files.${index}.url`] : undefined}
        />
      )}
    </>
  );
}
