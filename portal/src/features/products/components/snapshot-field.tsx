import { Image } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { LARGEST_PICTURE, PICTURE_TYPES, previewAddress, uploadPicture } from "../../../api/upload-picture";
import { isKept, pictureAddress } from "../../../kit/picture-address";
import { UploadField } from "../../../kit/upload-field";
import { useUpload } from "../../../kit/use-upload";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import type { ProductValues } from "./product-values";

interface SnapshotFieldProps {
  form: FormControl<ProductValues>;
  index: number;
  label: string;
}

/** A picture of what a product looks like: uploaded, or the address that it has had before, which browsers do not show. */
export function SnapshotField({ form, index, label }: SnapshotFieldProps) {
  const { t } = useTranslation("products");
  const services = useServices();
  const name = `snapshots.${index}.value` as const;
  const address = useValue(form, name);
  const [fresh, setFresh] = useState<{ url: string; preview: string }>();
  const upload = useUpload({
    call: async (file, watch) => {
      const { url } = await uploadPicture(services, file, watch);
      // Nothing shows it to everybody before the form is saved.
      return { url, preview: await previewAddress(services, url) };
    },
    onDone: (sent) => {
      form.set(name, sent?.url ?? "");
      setFresh(sent);
    },
  });
  const kept = isKept(address);
  const { filesUrl } = services.config;
  const shown = fresh?.url === address ? fresh.preview : pictureAddress(address, filesUrl, "small");
  return (
    <>
      {kept && (
        <Image
          src={shown}
          alt={label}
          alignSelf="flex-start"
          maxHeight="24"
          maxWidth="full"
          objectFit="contain"
          borderRadius="control"
          border="1px solid"
          borderColor="border"
        />
      )}
      {address !== "" && !kept && (
        <TextField label={label} type="url" placeholder="https://" {...form.text(name)} />
      )}
      <UploadField
        label={t(address === "" ? "snapshot.upload" : "snapshot.replace")}
        upload={upload}
        types={PICTURE_TYPES}
        maxSize={LARGEST_PICTURE}
        error={address === "" || kept ? form.faults[name] : undefined}
      />
    </>
  );
}
