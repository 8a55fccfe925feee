import { PageTabs } from "../../../kit/page-tabs";

const KINDS = ["agencies", "clients", "brands", "divisions", "industries", "agency-requests"];
const PATHS = KINDS.map((kind) => `/auth-management/${kind}`);

export function OrganisationTabs() {
  return <PageTabs paths={PATHS} />;
}
