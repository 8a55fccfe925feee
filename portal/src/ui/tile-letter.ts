/** The letter of a tile: the first letter or digit of the name, as on the sign-in pages. */
export function tileLetter(name: string): string {
  return /[\p{Alphabetic}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "•";
}
