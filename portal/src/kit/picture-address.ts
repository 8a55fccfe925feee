import { BASE } from "../address/base";

const PICTURES = "/files/p/";

/**
 * Where the browser reads the picture at `address`. Uploaded pictures may have an origin of their own (`files.public_url`),
 * and a small size for icons.
 */
export function pictureAddress(address: string, filesUrl: string | null, size: "large" | "small" = "large") {
  if (!address.startsWith("/")) return address;
  if (!address.startsWith(PICTURES)) return BASE + address;
  const path = size === "small" ? address.replace(PICTURES, `${PICTURES}small/`) : address;
  return (filesUrl ?? BASE) + path;
}

/** True for a picture that is kept on the server. */
export function isKept(address: string) {
  return address.startsWith(PICTURES);
}
