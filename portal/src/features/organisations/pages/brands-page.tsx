import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useList } from "../../../kit/use-list";
import { OrganisationPage } from "../components/organisation-page";
import { useOwnFilters } from "../components/use-own-filters";
import { brandList, parents } from "../queries";

/** The brands, each of a client or of none (E-29). */
export default function BrandsPage() {
  const { t } = useTranslation("organisations");
  const source = parents(useServices(), "client");
  const list = useList(brandList, [
    ...useOwnFilters(),
    { kind: "search", name: "parentId", label: t("client"), source },
  ]);
  return <OrganisationPage kind="brand" list={list} />;
}
