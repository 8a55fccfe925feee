import type asking from "./locales/en-us/asking.json";
import type audience from "./locales/en-us/audience.json";
import type belonging from "./locales/en-us/belonging.json";
import type help from "./locales/en-us/help.json";
import type charts from "./locales/en-us/charts.json";
import type history from "./locales/en-us/history.json";
import type dc from "./locales/en-us/dc.json";
import type feedback from "./locales/en-us/feedback.json";
import type form from "./locales/en-us/form.json";
import type lapse from "./locales/en-us/lapse.json";
import type list from "./locales/en-us/list.json";
import type looking from "./locales/en-us/looking.json";
import type menu from "./locales/en-us/menu.json";
import type palette from "./locales/en-us/palette.json";
import type news from "./locales/en-us/news.json";
import type sentences from "./locales/en-us/sentences.json";
import type shell from "./locales/en-us/shell.json";
import type survey from "./locales/en-us/survey.json";
import type ui from "./locales/en-us/ui.json";

/**
 * The catalogues by name. This list has those that several pages share; each feature adds its own in its `routes.ts`.
 */
export interface Texts {
  asking: typeof asking;
  audience: typeof audience;
  belonging: typeof belonging;
  charts: typeof charts;
  dc: typeof dc;
  feedback: typeof feedback;
  form: typeof form;
  help: typeof help;
  history: typeof history;
  lapse: typeof lapse;
  list: typeof list;
  looking: typeof looking;
  menu: typeof menu;
  palette: typeof palette;
  news: typeof news;
  sentences: typeof sentences;
  shell: typeof shell;
  survey: typeof survey;
  ui: typeof ui;
}
