// Every page and drawer of people and access on the real server, by keyboard alone, in both languages, on a wide screen
// and on a phone's. One browser and one session of each person for all of them.
import { after } from "node:test";
import { close } from "./browser.mjs";
import { walkAll } from "./keyboard.mjs";
import "./walks/access.mjs";
import "./walks/administration.mjs";
import "./walks/asking.mjs";
import "./walks/connecting.mjs";
import "./walks/deciding.mjs";
import "./walks/listening.mjs";
import "./walks/mornings.mjs";
import "./walks/people.mjs";

walkAll();
after(close);
