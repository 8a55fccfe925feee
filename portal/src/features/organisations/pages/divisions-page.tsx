import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useList } from "../../../kit/use-list";
import { OrganisationPage } from "../components/organisation-page";
import { useOwnFilters } from "../components/use-own-filters";
import { divisionList, parents } from "../queries";

/** The divisions, each of a client or of none. */
export default function DivisionsPage() {
  const { t } = useTranslation("organisations");
  const source = parents(useServices(), "client");
  const list = useList(divisionList, [
    ...useOwnFilters(),
    { kind: "search", name: "parentId", label: t("client"), source },
  ]);
  return <OrganisationPage kind="division" list={list} />;
}
