import { addressOf } from "../address/base";
import { dataOf } from "./client";
import { formData, progressFetch } from "./progress-fetch";
import type { Services } from "./services";

/** In front of the name of a file that the server keeps for the people who may open its product. */
const KEPT = "/files/f/";

export const isKeptFile = (url: string) => url.startsWith(KEPT);

interface Watch {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a file of a product; its `url` belongs into the product's `files`. */
export function uploadProductFile(
  { api, session }: Services,
  projectId: number,
  file: File,
  { signal, onProgress }: Watch,
) {
  return dataOf(
    api.POST("/api/security/admin/app/file-upload", {
      params: { query: { projectId } },
      // The document calls the bytes of a file a text.
      body: { file: file.name },
      bodySerializer: () => formData({ file }),
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
}

/** The address from which a browser reads the file of a product: of a kept one, a new address that works for a minute. */
export async function fileAddress({ api }: Services, productId: number, url: string): Promise<string> {
  if (!isKeptFile(url)) return url;
  const query = { productId, file: url };
  const { url: path } = await dataOf(api.GET("/api/security/app/file", { params: { query } }));
  return addressOf(path);
}
