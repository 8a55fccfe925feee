/** Names the texts of a feature after it (`home-en-us-….js`), and other chunks after their first module. */
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
