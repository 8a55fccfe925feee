/** What a letter tile shows: the first letter or figure of the name, as the sign-in pages choose it too. */
export function tileLetter(name: string): string {
  return /[\p{Alphabetic}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "•";
}
