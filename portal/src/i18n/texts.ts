import type dc from "./locales/en-us/dc.json";
import type form from "./locales/en-us/form.json";
import type home from "./locales/en-us/home.json";
import type shell from "./locales/en-us/shell.json";
import type ui from "./locales/en-us/ui.json";

/** The catalogues by name: a new one is a file in each language and a line here. */
export interface Texts {
  dc: typeof dc;
  form: typeof form;
  home: typeof home;
  shell: typeof shell;
  ui: typeof ui;
}
