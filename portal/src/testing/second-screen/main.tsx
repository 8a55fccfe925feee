// The portal with the second screen in it, built for the checks in a real browser and never shipped: see
// browser/second-screen.mjs.
import "../../app/first";
import { open } from "../../app/open";
import { routeTable } from "../../app/routes";

const more = async () => {
  const [{ routes }, pages] = await Promise.all([import("./routes"), routeTable.more()]);
  return [...pages, ...routes];
};
const root = document.getElementById("root");
if (root) void open(root, { first: routeTable.first, more });
