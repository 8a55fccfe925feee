import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema";
import type { Option } from "../use-search";

/** Whom an announcement or a survey is for, in its form: people who match every part that is not empty. */
export interface AudienceValues {
  appName: string;
  clients: Option[];
  agencies: Option[];
  groups: Option[];
}

export const EVERYBODY: AudienceValues = { appName: "", clients: [], agencies: [], groups: [] };

/** An audience as the server gives it. */
type Given = Pick<components["schemas"]["SurveyDetails"], keyof AudienceValues>;

const choices = (targets: { id: string; name: string }[]): Option[] =>
  targets.map(({ id, name }) => ({ value: id, label: name }));

export function audienceOf({ appName, clients, agencies, groups }: Given): AudienceValues {
  return {
    appName,
    clients: choices(clients),
    agencies: agencies.map(({ agencyId, agencyName }) => ({ value: agencyId, label: agencyName })),
    groups: choices(groups),
  };
}

const ids = (options: Option[]) => options.map(({ value }) => value);

/** What the server gets. */
export function audienceBody({ appName, clients, agencies, groups }: AudienceValues) {
  return { appName, clientIds: ids(clients), agencyIds: ids(agencies), groupIds: ids(groups) };
}

/** The fields of the server in the form. */
const PATHS: Record<string, string> = { clientIds: "clients", agencyIds: "agencies", groupIds: "groups" };

/** The field of the form that a field of the server is. */
export const pathOf = (path: string): string => PATHS[path] ?? path;

/** The column of a list that says whether something is for everybody. */
export function useAudienceColumn() {
  const { t } = useTranslation("audience");
  return {
    key: "audience",
    header: t("audience"),
    short: true,
    minor: true,
    cell: ({ targeted }: { targeted: boolean }) => t(targeted ? "some" : "all"),
  };
}
