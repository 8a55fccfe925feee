// The calls of the workbench, with the types that the OpenAPI document would give them.
import { dataOf } from "../../api/client";
import { eventsOf, type StreamOptions } from "../../api/event-stream";
import { formData, progressFetch } from "../../api/progress-fetch";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { UploadWatch } from "../../kit/use-upload";
import type english from "./locales/en-us.json";

export interface Links {
  links: { url: string }[];
}

type EnvelopeStatus = components["schemas"]["EnvelopeStatus"];

interface Answer<T> {
  200: {
    headers: object;
    content: { "application/json": { status: EnvelopeStatus; data?: T | null; msg: string } };
  };
}

declare module "../../i18n/texts" {
  interface Texts {
    workbench: typeof english;
  }
}

declare module "../../api/kept" {
  interface Changes {
    "/api/security/workbench/links": never;
  }
}

declare module "../../api/schema" {
  interface paths {
    "/api/security/workbench/links": {
      post: {
        parameters: object;
        requestBody: { content: { "application/json": Links } };
        responses: Answer<null>;
      };
    };
    "/api/security/workbench/picture": {
      post: {
        parameters: object;
        requestBody: { content: { "multipart/form-data": { file: File } } };
        responses: Answer<{ bytes: number }>;
      };
    };
    "/api/security/workbench/events": {
      get: {
        parameters: { query?: never; header?: never; path?: never; cookie?: never };
        responses: { 200: { headers: object; content: { "text/event-stream": string } } };
      };
    };
  }
}

export function sendLinks(services: Services, values: Links) {
  return write(services, "/api/security/workbench/links", values);
}

export function sendPicture({ api, session }: Services, file: File, { signal, onProgress }: UploadWatch) {
  return dataOf(
    api.POST("/api/security/workbench/picture", {
      body: { file },
      bodySerializer: formData,
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
}

export function events({ api }: Services, options: StreamOptions) {
  return eventsOf((opening) => api.GET("/api/security/workbench/events", { ...opening }), options);
}
