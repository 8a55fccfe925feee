import { failureOf, isEnvelope } from "./client";
import { ApiFailure } from "./failure";

/** Options of a call that answers with a file; spread them into those of `api.GET`. */
export interface Opening {
  parseAs: "stream";
  signal: AbortSignal;
}

interface Opened {
  response: Response;
  data?: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  error?: unknown;
}

/** How many bytes are collected before they go into the Blob, which the browser can keep on disk. */
const HELD = 4 << 20;

/**
 * Downloads a file of the product API and reports how many bytes have arrived. Throws `ApiFailure` if the server
 * refuses (with an envelope) or the connection breaks.
 */
export async function download(
  open: (opening: Opening) => Promise<Opened>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<Blob> {
  try {
    const { response, data, error } = await open({ parseAs: "stream", signal });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !data || type.includes("json")) {
      const answer: unknown = data ? await new Response(data).json().catch(() => undefined) : error;
      throw failureOf(response, isEnvelope(answer) ? answer : undefined);
    }
    return await gather(data, type, onProgress);
  } catch (error) {
    if (error instanceof TypeError) throw new ApiFailure("network", "");
    throw error;
  }
}

async function gather(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const reader = stream.getReader();
  let file = new Blob([], { type });
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for (;;) {
    const step = await reader.read();
    if (step.done) return new Blob([file, ...pieces], { type });
    pieces.push(step.value);
    held += step.value.length;
    onProgress(file.size + held);
    if (held >= HELD) {
      file = new Blob([file, ...pieces], { type });
      pieces = [];
      held = 0;
    }
  }
}

/** Saves a file as a click on a download link does. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may read the address some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
