import "i18next";
import type dc from "./locales/en-us/dc.json";
import type home from "./locales/en-us/home.json";
import type shell from "./locales/en-us/shell.json";
import type ui from "./locales/en-us/ui.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    keySeparator: false;
    returnNull: false;
    resources: { dc: typeof dc; home: typeof home; shell: typeof shell; ui: typeof ui };
  }
}
