import type { FilePath } from "../api/call";
import type { Opening } from "../api/download";
import type { AccessCode } from "../access/codes";
import type { ListFile } from "./list-download";

/** A file for one thing, such as a group, that the call names in addition to the page's filters. */
export function fileOf(file: ListFile, thing: Record<string, string>): ListFile {
  return { ...file, open: (services, filters) => file.open(services, { ...filters, ...thing }) };
}

/**
 * The file of a list, by the call that answers with it, which takes the filters of the list. Without `code`,
 * everybody who sees the list may download it.
 */
export function listFile(fileName: string, path: FilePath, code?: AccessCode): ListFile {
  return {
    fileName,
    ...(code && { code }),
    open: ({ api }, filters) => {
      // As in `listQuery`: the client's own types do not follow a path that is a parameter.
      const call = api.GET as (path: FilePath, init: object) => ReturnType<ReturnType<ListFile["open"]>>;
      return (opening: Opening) => call(path, { params: { query: filters }, ...opening });
    },
  };
}
