import { momentOf, textOf } from "../../../ui/form/moment-field";
import { audienceBody, audienceOf, EVERYBODY, type AudienceValues } from "../../../kit/audience/audience";
import { OFF, ON, type Announcement, type AnnouncementBody } from "../queries";

/** The form of an announcement; moments are as the browser's field has them. */
export interface AnnouncementValues extends AudienceValues {
  title: string;
  titleZh: string;
  content: string;
  contentZh: string;
  launchTime: string;
  endTime: string;
  status: string;
  mustRead: boolean;
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
  ...EVERYBODY,
  signInLine: "",
  signInLineZh: "",
  signInFrom: "",
  signInUntil: "",
};

export function valuesOf(one: Announcement): AnnouncementValues {
  const { title, titleZh, content, contentZh, mustRead, signInLine, signInLineZh } = one;
  return {
    ...{ title, titleZh, content, contentZh, mustRead, signInLine, signInLineZh },
    launchTime: momentOf(one.launchTime),
    endTime: momentOf(one.endTime),
    status: String(one.status),
    ...audienceOf(one),
    signInFrom: momentOf(one.signInFrom),
    signInUntil: momentOf(one.signInUntil),
  };
}

/** What the server gets. A new announcement without a start begins now. */
export function bodyOf(values: AnnouncementValues): AnnouncementBody {
  const { title, titleZh, content, contentZh, mustRead, signInLine, signInLineZh } = values;
  return {
    ...{ title, titleZh, content, contentZh, mustRead, signInLine, signInLineZh },
    launchTime: textOf(values.launchTime),
    endTime: textOf(values.endTime),
    status: values.status === String(ON) ? ON : OFF,
    ...audienceBody(values),
    signInFrom: textOf(values.signInFrom),
    signInUntil: textOf(values.signInUntil),
  };
}
