import { momentOf, textOf } from "../../../ui/form/moment-field";
import type { Option } from "../../../kit/use-search";
import { OFF, ON, type Announcement, type AnnouncementBody } from "../queries";

/** The form of an announcement; moments are as the browser's field has them. */
export interface AnnouncementValues {
  title: string;
  titleZh: string;
  content: string;
  contentZh: string;
  launchTime: string;
  endTime: string;
  status: string;
  mustRead: boolean;
  appName: string;
  clients: Option[];
  agencies: Option[];
  groups: Option[];
  signInLine: string;
  signInLineZh: string;
  signInFrom: string;
  signInUntil: string;
}

export const NOTHING: AnnouncementValues = {
  title: "",
  titleZh: "",
  content: "",
  contentZh: "",
  launchTime: "",
  endTime: "",
  status: String(OFF),
  mustRead: false,
  appName: "",
  clients: [],
  agencies: [],
  groups: [],
  signInLine: "",
  signInLineZh: "",
  signInFrom: "",
  signInUntil: "",
};

const choices = (targets: { id: string; name: string }[]): Option[] =>
  targets.map(({ id, name }) => ({ value: id, label: name }));
const ids = (options: Option[]) => options.map(({ value }) => value);

export function valuesOf(one: Announcement): AnnouncementValues {
  const { title, titleZh, content, contentZh, mustRead, appName, signInLine, signInLineZh } = one;
  return {
    ...{ title, titleZh, content, contentZh, mustRead, appName, signInLine, signInLineZh },
    launchTime: momentOf(one.launchTime),
    endTime: momentOf(one.endTime),
    status: String(one.status),
    clients: choices(one.clients),
    agencies: one.agencies.map(({ agencyId, agencyName }) => ({ value: agencyId, label: agencyName })),
    groups: choices(one.groups),
    signInFrom: momentOf(one.signInFrom),
    signInUntil: momentOf(one.signInUntil),
  };
}

/** What the server gets. A new announcement without a start begins now. */
export function bodyOf(values: AnnouncementValues): AnnouncementBody {
  const { title, titleZh, content, contentZh, mustRead, appName, signInLine, signInLineZh } = values;
  return {
    ...{ title, titleZh, content, contentZh, mustRead, appName, signInLine, signInLineZh },
    launchTime: textOf(values.launchTime),
    endTime: textOf(values.endTime),
    status: values.status === String(ON) ? ON : OFF,
    clientIds: ids(values.clients),
    agencyIds: ids(values.agencies),
    groupIds: ids(values.groups),
    signInFrom: textOf(values.signInFrom),
    signInUntil: textOf(values.signInUntil),
  };
}
