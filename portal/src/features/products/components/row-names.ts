/** The names of the rows of a product. */
export const ROW = {
  links: "links.row",
  features: "features.row",
  snapshots: "snapshots.row",
  files: "files.row",
} as const;
