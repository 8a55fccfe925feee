import "./app/first";
import { open } from "./app/open";
import { routeTable } from "./app/routes";

const root = document.getElementById("root");
if (root) void open(root, routeTable);
