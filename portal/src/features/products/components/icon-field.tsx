import { Button, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { LARGEST_PICTURE, PICTURE_TYPES, uploadPicture } from "../../../api/upload-picture";
import { AppIcon, CHOSEN } from "../../../kit/app-icon";
import { UploadField } from "../../../kit/upload-field";
import { useUpload } from "../../../kit/use-upload";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { isOwnIcon, type ProductValues } from "./product-values";

const IconChoices = lazyPart(() => import("./icon-choices"));

/** The hue of the tile in the form: the server chooses that of the card. */
const HUE = 213;

/** The icon of a product (G-28): chosen from the set, uploaded, or the address of a picture, which the server fetches once. */
export function IconField({ form }: { form: FormControl<ProductValues> }) {
  const { t } = useTranslation("products");
  const services = useServices();
  const [icon, name] = [useValue(form, "iconimgUrl"), useValue(form, "name")];
  const own = isOwnIcon(icon);
  const upload = useUpload({
    call: (file, watch) => uploadPicture(services, file, watch),
    onDone: (picture) => form.set("iconimgUrl", picture?.url ?? ""),
  });
  return (
    <>
      <Flex align="center" gap="3">
        <AppIcon product={{ id: 0, name, iconimgUrl: own ? icon : "", tileHue: HUE }} />
        <Text as="span" margin="0" color="fg.muted" fontSize="md">
          {t(icon ? "icon.chosen" : "icon.letter")}
        </Text>
        {icon && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              form.set("iconimgUrl", "");
              upload.cancel();
            }}
          >
            {t("icon.remove")}
          </Button>
        )}
      </Flex>
      <IconChoices
        chosen={icon.slice(CHOSEN.length)}
        onChoose={(chosen) => form.set("iconimgUrl", CHOSEN + chosen)}
      />
      <UploadField
        label={t("icon.upload")}
        upload={upload}
        types={PICTURE_TYPES}
        maxSize={LARGEST_PICTURE}
        error={own ? form.faults.iconimgUrl : undefined}
      />
      {!own && (
        <TextField
          label={t("icon")}
          help={t("icon.help")}
          type="url"
          placeholder="https://"
          {...form.text("iconimgUrl")}
        />
      )}
    </>
  );
}
