// The portal with two more pages for the checks in a real browser: the second screen and the workbench. It is never
// shipped. See browser/second-screen.mjs and browser/workbench.mjs.
import "../../app/first";
import { open } from "../../app/open";
import { routeTable } from "../../app/routes";

const more = async () => {
  const [{ routes }, { routes: workbench }, pages] = await Promise.all([
    import("./routes"),
    import("../workbench/routes"),
    routeTable.more(),
  ]);
  return [...pages, ...routes, ...workbench];
};
const root = document.getElementById("root");
if (root) void open(root, { first: routeTable.first, more });
