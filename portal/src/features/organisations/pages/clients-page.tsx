import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useList } from "../../../kit/use-list";
import { OrganisationPage } from "../components/organisation-page";
import { useOwnFilters } from "../components/use-own-filters";
import { clientList, parents } from "../queries";

/** The clients, each of an agency or of none (E-31). */
export default function ClientsPage() {
  const { t } = useTranslation("organisations");
  const source = parents(useServices(), "agency");
  const list = useList(clientList, [
    ...useOwnFilters(),
    { kind: "search", name: "parentId", label: t("agency"), source },
  ]);
  return <OrganisationPage kind="client" list={list} />;
}
