import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import type { FormControl } from "../../../ui/form/use-form";
import { agencies, clients } from "../queries";

interface Place {
  agencyId: string;
  clientId: string;
}

/** The agency, and a client of it: another agency takes the client back. */
export function PlaceFields<V extends Place>({ form: given }: { form: FormControl<V> }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  // These fields know no more of the form than the two that they show.
  const form = given as unknown as FormControl<Place>;
  const agencyId = useWatch({ control: form.hook.control, name: "agencyId" });
  return (
    <>
      <SearchField
        form={form}
        name="agencyId"
        label={t("agency")}
        source={agencies(services)}
        onChoose={() => form.set("clientId", "")}
      />
      <SearchField form={form} name="clientId" label={t("client")} source={clients(services, agencyId)} />
    </>
  );
}
