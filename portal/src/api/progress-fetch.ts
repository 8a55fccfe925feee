import type { Send } from "./session/protocol";
import type { Session } from "./session/session";

/**
 * A `fetch` for one call of the product API that reports how much of the body is sent, from 0 to 1:
 * `api.POST(path, { body, bodySerializer: formData, fetch: progressFetch(session, show) })`.
 */
export function progressFetch(session: Session, onProgress: (share: number) => void) {
  return (request: Request): Promise<Response> =>
    session.fetch(request, (url, signed) => sendByXhr(url, signed, onProgress));
}

/** The body serialiser of a call that sends a file. */
export function formData(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Uses XMLHttpRequest, because `fetch` does not report how much of a body is sent. */
function sendByXhr(
  url: string,
  { method, headers, body, signal }: Parameters<Send>[1],
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    new Headers(headers).forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.responseType = "text";
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    xhr.onload = () => resolve(responseOf(xhr));
    // The same errors that `fetch` throws.
    xhr.onerror = () => reject(new TypeError("Failed to fetch"));
    xhr.ontimeout = () => reject(new DOMException("Timed out", "TimeoutError"));
    xhr.onabort = () => reject(new DOMException("Aborted", "AbortError"));
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body as XMLHttpRequestBodyInit | null);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.trim(), value.join(":").trim()];
  });
  return new Response(xhr.responseText, { status: xhr.status, headers });
}
