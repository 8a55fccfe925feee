import type { ModuleRow } from "../queries";

/** What is open beside the list; without a module, one is added. */
export type Open =
  | { what: "edit"; module: ModuleRow | undefined }
  | { what: "status" | "delete" | "history"; module: ModuleRow };
