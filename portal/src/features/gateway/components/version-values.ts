import type { Version, VersionBody } from "../queries";

/** The form. Numbers are texts. */
export interface VersionValues {
  /** The version that the reader has seen. */
  version: number;
  value: string;
  baseUrl: string;
  key: string;
  removeKey: boolean;
  model: string;
  priceIn: string;
  priceOut: string;
  maxAnswerWords: string;
  /** Empty without a limit of its own. */
  monthlyWords: string;
  position: string;
  on: boolean;
}

export function valuesOf(version: Version | undefined): VersionValues {
  return {
    version: version?.version ?? 0,
    value: version?.value ?? "",
    baseUrl: version?.baseUrl ?? "https://",
    key: "",
    removeKey: false,
    model: version?.model ?? "",
    priceIn: String(version?.priceIn ?? 0),
    priceOut: String(version?.priceOut ?? 0),
    maxAnswerWords: String(version?.maxAnswerWords ?? 1500),
    monthlyWords: typeof version?.monthlyWords === "number" ? String(version.monthlyWords) : "",
    position: String(version?.position ?? 0),
    on: version?.on ?? true,
  };
}

/** Whether a text is a number that the server reads. */
export const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text.trim());
export const isWhole = (text: string) => /^\d{1,15}$/.test(text.trim());

/** The address as the server keeps it. */
export const trimmed = (address: string) => address.trim().replace(/\/+$/, "");

export function bodyOf({ key, ...values }: VersionValues): VersionBody {
  return {
    value: values.value,
    baseUrl: values.baseUrl,
    ...(key && { key }),
    removeKey: values.removeKey,
    model: values.model,
    priceIn: Number(values.priceIn),
    priceOut: Number(values.priceOut),
    maxAnswerWords: Number(values.maxAnswerWords),
    monthlyWords: values.monthlyWords.trim() ? Number(values.monthlyWords) : null,
    position: Number(values.position),
    on: values.on,
  };
}
