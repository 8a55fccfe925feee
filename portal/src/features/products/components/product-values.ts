import { isKeptFile } from "../../../api/product-file";
import { isKept } from "../../../kit/picture-address";
import type { Product, ProductBody } from "../queries";

/** The form of a product: lists have rows, numbers are texts. */
export interface ProductValues {
  name: string;
  nameZh: string;
  appName: string;
  applicationId: string;
  typeId: string;
  typeName: string;
  adminId: string;
  iconimgUrl: string;
  link: string;
  links: { name: string; url: string }[];
  attribute1: string;
  descriptionZh: string;
  attribute2: string;
  attribute3: string;
  featuresBenefits: { title: string; description: string }[];
  snapshots: { value: string }[];
  files: { description: string; url: string }[];
  agencies: { value: string }[];
  everyone: boolean;
  linkDialog: boolean;
  hidden: boolean;
  sort: string;
}

export const NOTHING: ProductValues = {
  name: "",
  nameZh: "",
  appName: "",
  applicationId: "",
  typeId: "",
  typeName: "",
  adminId: "",
  iconimgUrl: "",
  link: "",
  links: [],
  attribute1: "",
  descriptionZh: "",
  attribute2: "",
  attribute3: "",
  featuresBenefits: [],
  snapshots: [],
  files: [],
  agencies: [],
  everyone: false,
  linkDialog: false,
  hidden: false,
  sort: "0",
};

const rows = (texts: string[]) => texts.map((value) => ({ value }));
const texts = (rows: { value: string }[]) => rows.map(({ value }) => value);

export function valuesOf(product: Product): ProductValues {
  const { name, nameZh, descriptionZh, appName, applicationId, typeName, adminId, iconimgUrl, link, links } =
    product;
  const { attribute1, attribute2, attribute3, featuresBenefits, files, everyone, linkDialog, hidden } =
    product;
  return {
    ...{ name, nameZh, descriptionZh, appName, applicationId, typeName, adminId, iconimgUrl, link, links },
    ...{ attribute1, attribute2, attribute3, featuresBenefits, files, everyone, linkDialog, hidden },
    typeId: String(product.typeId),
    snapshots: rows(product.snapshots),
    agencies: rows(product.agencyIds),
    sort: String(product.sort),
  };
}

/** What a product's own administrator may change. */
export function textsOf(values: ProductValues): ProductBody {
  const { attribute1, descriptionZh, attribute2, attribute3, featuresBenefits, files } = values;
  return {
    ...{ attribute1, descriptionZh, attribute2, attribute3, featuresBenefits, files },
    snapshots: texts(values.snapshots),
  };
}

/** All fields, for the call. */
export function bodyOf(values: ProductValues): ProductBody {
  const { typeId, sort, agencies, snapshots, ...same } = values;
  return {
    ...same,
    snapshots: texts(snapshots),
    typeId: Number(typeId),
    sort: Number(sort),
    agencyIds: texts(agencies).filter(Boolean),
  };
}

/** Chosen from the set, or kept on the server. */
export const isOwnIcon = (icon: string) => icon.startsWith("lucide:") || icon.startsWith("/");

const isHttps = (text: string) => text.startsWith("https://");
/** Links may also lead to this computer, for a first try. */
const isLink = (text: string) =>
  isHttps(text) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/.test(text);

/**
 * Addresses that the server would refuse, by the path of the field. Addresses that were there
 * before stay.
 */
export function wrongAddresses(
  values: ProductValues,
  before: ProductValues,
  words: { https: string; link: string },
) {
  const known = new Set([
    before.iconimgUrl,
    before.link,
    ...before.links.map(({ url }) => url),
    ...texts(before.snapshots),
    ...before.files.map(({ url }) => url),
  ]);
  const links: [string, string][] = [
    ["link", values.link],
    ...values.links.map(({ url }, at): [string, string] => [`links.${at}.url`, url]),
  ];
  const others: [string, string][] = [
    ...(isOwnIcon(values.iconimgUrl) ? [] : [["iconimgUrl", values.iconimgUrl] as [string, string]]),
    ...values.snapshots.flatMap(({ value }, at): [string, string][] =>
      isKept(value) ? [] : [[`snapshots.${at}.value`, value]],
    ),
    ...values.files.flatMap(({ url }, at): [string, string][] =>
      isKeptFile(url) ? [] : [[`files.${at}.url`, url]],
    ),
  ];
  const wrong =
    (isGood: (url: string) => boolean) =>
    ([, url]: [string, string]) =>
      url !== "" && !known.has(url) && !isGood(url.trim());
  return Object.fromEntries<string>([
    ...links.filter(wrong(isLink)).map(([path]): [string, string] => [path, words.link]),
    ...others.filter(wrong(isHttps)).map(([path]): [string, string] => [path, words.https]),
  ]);
}

/** The fault of a product that leads nowhere: it has no address and no further addresses. */
export function noAddress({ link, links }: ProductValues, words: string) {
  return link.trim() === "" && links.length === 0 ? { link: words } : {};
}
