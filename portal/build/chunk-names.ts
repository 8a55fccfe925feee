/** The words of a feature are called after it (`home-en-us-….js`), every other chunk after what it begins with. */
export function chunkFileNames({
  facadeModuleId,
  name,
}: {
  facadeModuleId: string | null;
  name: string;
}): string {
  const feature = /\/([^/]+)\/locales\/[\w-]+\.json$/.exec(facadeModuleId ?? "")?.[1];
  const shared = facadeModuleId?.includes("/i18n/locales/") ?? false;
  return `assets/${feature !== undefined && !shared ? `${feature}-${name}` : name}-[hash].js`;
}
