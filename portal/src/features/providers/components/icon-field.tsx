import { Button, Flex, Image } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { dataUrl } from "../../../kit/data-url";
import { UploadField } from "../../../kit/upload-field";
import { useUpload } from "../../../kit/use-upload";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import type { Provider } from "../queries";
import type { ProviderValues } from "./provider-values";

/** In bytes, as the server takes them. */
const LARGEST = 256 * 1024;
const PICTURES = { "image/png": [".png"], "image/jpeg": [".jpg", ".jpeg"] };

/** The icon: the present one, a new one, or none. The server draws it again, small. */
export function IconField({ form, provider }: { form: FormControl<ProviderValues>; provider?: Provider }) {
  const { t } = useTranslation("providers");
  const [added, removed] = [useValue(form, "newIcon"), useValue(form, "removesIcon")];
  const shown = added || (removed ? "" : (provider?.icon ?? ""));
  const upload = useUpload({
    call: dataUrl,
    onDone: (url) => form.set("newIcon", url ?? ""),
  });
  return (
    <>
      <UploadField
        label={t("icon")}
        upload={upload}
        types={PICTURES}
        maxSize={LARGEST}
        error={form.faults.icon}
      />
      {shown && (
        <Flex align="center" gap="3">
          <Image src={shown} alt={t("icon.shown")} boxSize="10" borderRadius="tile" objectFit="contain" />
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              form.set("newIcon", "");
              form.set("removesIcon", true);
              upload.cancel();
            }}
          >
            {t("icon.remove")}
          </Button>
        </Flex>
      )}
    </>
  );
}
