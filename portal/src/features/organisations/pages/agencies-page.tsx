import { useList } from "../../../kit/use-list";
import { OrganisationPage } from "../components/organisation-page";
import { useOwnFilters } from "../components/use-own-filters";
import { agencyList } from "../queries";

/** The agencies, with their logos (E-30, G-31). */
export default function AgenciesPage() {
  return <OrganisationPage kind="agency" list={useList(agencyList, useOwnFilters())} />;
}
