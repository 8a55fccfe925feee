// The calls of the sample screen. A real screen gets its calls from the OpenAPI document.
import type english from "./locales/en-us.json";

export interface Badge {
  id: string;
  name: string;
  kind: string;
  note: string;
  active: boolean;
}

interface Answer<T> {
  200: { headers: object; content: { "application/json": { status: number; data?: T | null; msg: string } } };
}

declare module "../../i18n/texts" {
  interface Texts {
    badges: typeof english;
  }
}

declare module "../../api/schema" {
  interface paths {
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
        parameters: object;
        requestBody: { content: { "application/json": Omit<Badge, "id"> & { id?: string } } };
        responses: Answer<null>;
      };
    };
    "/api/security/badge/remove": {
      post: {
        parameters: object;
        requestBody: { content: { "application/json": { id: string } } };
        responses: Answer<null>;
      };
    };
  }
}
