import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { agencies, clients } from "../../../kit/sources";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { SelectField } from "../../../ui/form/select-field";
import { accountQuery, brands } from "../queries";

interface Place {
  agencyId: string;
  clientId: string;
}

interface PlaceFieldsProps<V extends Place> {
  form: FormControl<V>;
  /** The account may have a brand too. */
  brand?: boolean;
  /** Why the fields cannot be changed. */
  locked?: { disabled: true; help: string } | undefined;
}

/** Agency, client and brand. A new agency clears the client, a new client the brand; a client brings its agency. */
export function PlaceFields<V extends Place>({ form: given, brand = false, locked }: PlaceFieldsProps<V>) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  // These fields use only their own part of the form.
  const form = given as unknown as FormControl<Place & { brandId: string }>;
  const agencyId = useValue(form, "agencyId");
  const clientId = useValue(form, "clientId");
  const clear = (...names: ("clientId" | "brandId")[]) => {
    for (const name of names) if (brand || name !== "brandId") form.set(name, "");
  };
  return (
    <>
      <SearchField
        form={form}
        name="agencyId"
        label={t("agency")}
        source={agencies(services)}
        onChoose={() => clear("clientId", "brandId")}
        {...locked}
      />
      <SearchField
        form={form}
        name="clientId"
        label={t("client")}
        source={clients(services, agencyId)}
        onChoose={(client) => {
          clear("brandId");
          if (client?.belongsTo) form.set("agencyId", client.belongsTo);
        }}
        {...locked}
      />
      {brand && (
        <SearchField
          form={form}
          name="brandId"
          label={t("brand")}
          help={t("brandHelp")}
          source={brands(services, clientId)}
          {...locked}
        />
      )}
    </>
  );
}

/** For managers, who give a new account their own agency, and may give it their own client. */
export function OwnPlaceField<V extends Place>({ form: given }: { form: FormControl<V> }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const user = useUser();
  const form = given as unknown as FormControl<Place>;
  const own = useQuery({ ...accountQuery(services, user?.id ?? ""), enabled: user !== undefined }).data;
  const clientId = useValue(form, "clientId");
  if (!own || (!own.agencyId && !own.clientId)) return null;
  const both = [own.agencyName, own.clientName].filter(Boolean).join(" · ");
  const options = [
    ...(own.agencyId ? [{ value: "agency", label: own.agencyName }] : []),
    ...(own.clientId ? [{ value: "all", label: both }] : []),
  ];
  // The server gives a new account the manager's agency, also if the form leaves it empty.
  const without = own.agencyId ? "agency" : "";
  const chosen = clientId ? "all" : without;
  return (
    <SelectField
      label={t("place")}
      {...(!own.agencyId && { placeholder: t("placeNone") })}
      options={options}
      value={chosen}
      onChange={({ target: { value } }) => {
        form.set("agencyId", value === "" ? "" : own.agencyId);
        form.set("clientId", value === "all" ? own.clientId : "");
      }}
    />
  );
}
