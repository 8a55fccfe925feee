// What a real screen gets from elsewhere: its texts from src/i18n/locales and src/i18n/texts.ts, its title from
// shell.json, its calls from the OpenAPI document.
import type { Client } from "openapi-fetch";
import type { Services } from "../../api/services";
import { i18n } from "../../i18n/i18n";
import type { TitleKey } from "../../i18n/keys";
import english from "./locales/en-us.json";
import chinese from "./locales/zh-cn.json";

declare module "../../i18n/texts" {
  interface Texts {
    badges: typeof english;
  }
}

const FILES = {
  "en-us": { texts: english, title: "Badges" },
  "zh-cn": { texts: chinese, title: "门禁卡" },
};

/** The title joins a catalogue that is there already: called again when another language comes. */
export function addTexts(): void {
  for (const [language, { texts, title }] of Object.entries(FILES)) {
    i18n.addResourceBundle(language, "badges", texts);
    if (i18n.hasResourceBundle(language, "shell")) i18n.addResource(language, "shell", TITLE, title);
  }
}

export const TITLE = "title.badges" as TitleKey;

export interface Badge {
  id: string;
  name: string;
  kind: string;
  note: string;
  active: boolean;
}

interface Answer<T> {
  200: { content: { "application/json": { status: number; data?: T | null; msg: string } } };
}
interface Paths {
  "/api/security/badge/list": {
    get: {
      parameters: { query: { pageNum: number; pageSize: number; kind?: string } };
      responses: Answer<{ list: Badge[]; total: number }>;
    };
  };
  "/api/security/badge/save": {
    post: {
      requestBody: { content: { "application/json": Omit<Badge, "id"> & { id?: string } } };
      responses: Answer<null>;
    };
  };
  "/api/security/badge/remove": {
    post: { requestBody: { content: { "application/json": { id: string } } }; responses: Answer<null> };
  };
}

export function apiOf({ api }: Pick<Services, "api">): Client<Paths> {
  return api as unknown as Client<Paths>;
}
