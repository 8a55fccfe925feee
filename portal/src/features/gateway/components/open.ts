import type { QuotaRow, Version } from "../queries";

/** What is open over the page of versions. */
export type OpenVersion =
  { what: "edit"; version: Version | undefined } | { what: "test" | "delete"; version: Version };

/** What is open over the page of quotas. */
export type OpenQuota = { what: "edit"; quota: QuotaRow | undefined } | { what: "remove"; quota: QuotaRow };

/** The word of the question, to which a sign-in in between leads back (RFC 9470). */
export const wordOfDelete = ({ id }: Version) => `version-delete:${id}`;
