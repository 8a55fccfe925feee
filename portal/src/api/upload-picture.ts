import { addressOf } from "../address/base";
import { dataOf } from "./client";
import { formData, progressFetch } from "./progress-fetch";
import type { Services } from "./services";

/** The kinds of pictures that the server takes (K-22), with their file endings. */
export const PICTURE_TYPES = { "image/png": [".png"], "image/jpeg": [".jpg", ".jpeg"] };
/** In bytes (K-21). */
export const LARGEST_PICTURE = 20_971_520;

interface Watch {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends the person's own picture, which replaces the one before; gives the profile with it. */
export function uploadOwnPicture({ api, session }: Services, file: File, { signal, onProgress }: Watch) {
  return dataOf(
    api.POST("/api/security/account/picture", {
      body: { file: file.name },
      bodySerializer: () => formData({ file }),
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
}

/** Sends a picture; gives its addresses below that of the server. */
export function uploadPicture({ api, session }: Services, file: File, { signal, onProgress }: Watch) {
  return dataOf(
    api.POST("/api/security/file/upload", {
      // The document calls the bytes of a file a text.
      body: { file: file.name },
      bodySerializer: () => formData({ file }),
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
}

/** The address of a picture that nothing shows to everybody yet, for its editors. It works for a minute. */
export async function previewAddress({ api }: Services, url: string): Promise<string> {
  const query = { file: url };
  const { url: path } = await dataOf(api.GET("/api/security/file/preview", { params: { query } }));
  return addressOf(path);
}
