import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { applications, type Product } from "../queries";
import type { ProductValues } from "./product-values";

interface ApplicationChoiceProps {
  form: FormControl<ProductValues>;
  product: Product | undefined;
}

/**
 * The application that a product opens. If the reader removes it, a text says what the server does:
 * it refuses if everybody could then open the application.
 */
export function ApplicationChoice({ form, product }: ApplicationChoiceProps) {
  const { t } = useTranslation("products");
  const services = useServices();
  const application = product?.applicationId;
  const taken = useValue(form, "applicationId") !== application;
  return (
    <SearchField
      form={form}
      name="applicationId"
      label={t("application")}
      help={application && taken ? t("applicationTaken", { application }) : t("applicationHelp")}
      source={applications(services)}
    />
  );
}
