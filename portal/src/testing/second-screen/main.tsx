// The portal with the second screen in it, built for the checks in a real browser and never shipped: see
// browser/second-screen.mjs.
import "../../app/first";
import { open } from "../../app/open";
import { routeTable } from "../../app/routes";
import { i18n } from "../../i18n/i18n";
import { routes } from "./routes";
import { addTexts } from "./sample";

i18n.on("languageChanged", addTexts);
const root = document.getElementById("root");
if (root) void open(root, [...routes, ...routeTable]);
