/** The dialogs of the page. A sign-in in between leads back to the open one by this word (RFC 9470). */
export const ERRANDS = [
  "add-authenticator",
  /** The same, for somebody who has already scanned a code that is no longer valid. */
  "scan-again",
  "remove-authenticator",
  "make-codes",
] as const;
export type Errand = (typeof ERRANDS)[number];

/** Of the deletion of the account. */
export const DELETE_OWN = "delete-own";

/** Of the passkeys. The id of the passkey follows the second. */
export const ADD_PASSKEY = "add-passkey";
export const REMOVE_PASSKEY = "remove-passkey:";

/** Of the corporate identities. The id of the provider follows the first, issuer and subject the second. */
export const LINK_IDENTITY = "link-identity:";
export const UNLINK_IDENTITY = "unlink-identity:";

/** Of the page with the person's data. */
export const DOWNLOAD_DATA = "download-data";
