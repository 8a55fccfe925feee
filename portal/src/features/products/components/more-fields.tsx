import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { FormSection } from "../../../ui/form/form-section";
import { RowsField } from "../../../ui/form/rows-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";
import { ProductFileField } from "./product-file-field";
import type { ProductValues } from "./product-values";
import { ROW } from "./row-names";
import { SnapshotField } from "./snapshot-field";

interface MoreFieldsProps {
  form: FormControl<ProductValues>;
  /** Whether the reader may change its links. */
  addresses: boolean;
  /** Of a product that is there already. */
  productId: number | undefined;
}

/** The fields that most products leave empty: further links, features, pictures and files. */
export function MoreFields({ form, addresses, productId }: MoreFieldsProps) {
  const { t } = useTranslation("products");
  const named = (what: keyof typeof ROW) => (index: number) => t(ROW[what], { number: index + 1 });
  return (
    <FormSection
      title={t("section.more")}
      form={form}
      names={[
        "links",
        "featuresBenefits",
        "snapshots",
        "files",
        ...form.hook.getValues("links").flatMap((_, at) => [`links.${at}.name`, `links.${at}.url`] as const),
        ...form.hook
          .getValues("featuresBenefits")
          .flatMap(
            (_, at) => [`featuresBenefits.${at}.title`, `featuresBenefits.${at}.description`] as const,
          ),
        ...form.hook.getValues("snapshots").map((_, at) => `snapshots.${at}.value` as const),
        ...form.hook
          .getValues("files")
          .flatMap((_, at) => [`files.${at}.description`, `files.${at}.url`] as const),
      ]}
    >
      {addresses && (
        <>
          <RowsField
            form={form}
            name="links"
            label={t("links")}
            rowName={named("links")}
            blank={{ name: "", url: "" }}
            max={20}
          >
            {(index) => (
              <>
                <TextField label={t("name")} {...form.text(`links.${index}.name`)} />
                <TextField
                  label={t("address")}
                  type="url"
                  placeholder="https://"
                  {...form.text(`links.${index}.url`)}
                />
              </>
            )}
          </RowsField>
          <CheckboxField label={t("linkDialog")} {...form.tick("linkDialog")} />
        </>
      )}
      <RowsField
        form={form}
        name="featuresBenefits"
        label={t("features")}
        rowName={named("features")}
        blank={{ title: "", description: "" }}
        max={20}
      >
        {(index) => (
          <>
            <TextField label={t("title")} {...form.text(`featuresBenefits.${index}.title`)} />
            <TextAreaField label={t("text")} {...form.text(`featuresBenefits.${index}.description`)} />
          </>
        )}
      </RowsField>
      <RowsField
        form={form}
        name="snapshots"
        label={t("snapshots")}
        rowName={named("snapshots")}
        blank={{ value: "" }}
        max={20}
      >
        {(index) => <SnapshotField form={form} index={index} label={named("snapshots")(index)} />}
      </RowsField>
      <RowsField
        form={form}
        name="files"
        label={t("files")}
        rowName={named("files")}
        blank={{ description: "", url: "" }}
        max={20}
      >
        {(index) => <ProductFileField form={form} index={index} productId={productId} />}
      </RowsField>
    </FormSection>
  );
}
