import { useList } from "../../../kit/use-list";
import { OrganisationPage } from "../components/organisation-page";
import { useOwnFilters } from "../components/use-own-filters";
import { industryList } from "../queries";

/** The industries. */
export default function IndustriesPage() {
  return <OrganisationPage kind="industry" list={useList(industryList, useOwnFilters())} />;
}
