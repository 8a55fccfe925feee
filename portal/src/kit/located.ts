/** A network address with its city and country, if they are known. */
export function located({ address, location }: { address?: string | null; location?: string | null }) {
  return address && location ? `${address} · ${location}` : address;
}
