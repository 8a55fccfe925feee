import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";

/** The choice of requests in every state; without a choice the list has what waits. */
export const EVERY_STATE = "all";

const list = listQuery(
  "requests",
  "/api/security/admin/app/access_application_list",
  ({ status, ...others }) => ({
    ...others,
    ...(status !== EVERY_STATE && { status: status ?? "pending" }),
  }),
);

/** What waits, the next due first unless the reader orders it otherwise. */
export const requestList: typeof list = (services, paging) => {
  const { status } = paging.filters;
  return list(services, { ...((status ?? "pending") === "pending" && { sort: "due" }), ...paging });
};

const wholeFile = listFile("permission-requests.csv", "/api/security/admin/app/access_application_export");
export const requestFile: typeof wholeFile = {
  ...wholeFile,
  open: (services, { status, ...others }) =>
    wholeFile.open(services, { ...others, ...(status && status !== EVERY_STATE && { status }) }),
};
