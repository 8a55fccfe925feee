import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import type { Option } from "../../../kit/use-search";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { applications, type Product } from "../queries";
import type { ProductValues } from "./product-values";

/** What the parts of the form of a product get. */
export interface ProductPartProps {
  form: FormControl<ProductValues>;
  product: Product | undefined;
  /** The choices of a new product that have names already. */
  known?: Option[] | undefined;
}

/**
 * The application that a product opens. If the reader removes it, a text says what the server does:
 * it refuses if everybody could then open the application.
 */
export function ApplicationChoice({ form, product, known }: ProductPartProps) {
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
      source={applications(services, known)}
    />
  );
}
