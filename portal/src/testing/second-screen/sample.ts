// What a real screen gets from elsewhere: its calls from the OpenAPI document.
import type { Client } from "openapi-fetch";
import type { Services } from "../../api/services";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    badges: typeof english;
  }
}

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
      parameters: {
        query: {
          pageNum?: number;
          pageSize: number;
          cursor?: string;
          sort?: string;
          context?: string;
          kind?: string;
        };
      };
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
