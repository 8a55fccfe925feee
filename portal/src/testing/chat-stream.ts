import { http, HttpResponse } from "msw";
import { ORIGIN, server } from "./server";

/**
 * The stream of the answer `a-new`, which a test writes. Each request gets a stream of its own; `lastEventIds` has where
 * each goes on.
 */
export function aStream() {
  const encoder = new TextEncoder();
  const lastEventIds: (string | null)[] = [];
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  server.use(
    http.get(`${ORIGIN}/api/security/chat-gpt/stream`, ({ request }) => {
      lastEventIds.push(request.headers.get("last-event-id"));
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          control = given;
          given.enqueue(encoder.encode("retry: 5\n\n"));
          waiting.forEach((piece) => given.enqueue(piece));
          waiting = [];
        },
      });
      return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
    }),
  );
  const write = (text: string) => {
    const piece = encoder.encode(text);
    if (control) control.enqueue(piece);
    else waiting.push(piece);
  };
  const close = () => {
    control?.close();
    control = undefined;
  };
  return {
    lastEventIds,
    text: (text: string) => {
      bytes += encoder.encode(text).length;
      write(`event: text\nid: a-new.${bytes}\ndata: ${JSON.stringify({ text })}\n\n`);
    },
    end: (state: number) => {
      write(`event: end\ndata: ${JSON.stringify({ state, words: 1 })}\n\n`);
      close();
    },
    /** The reader's session or right has ended. */
    ended: () => {
      write("event: ended\ndata: {}\n\n");
      close();
    },
    /** The connection ends before the answer does. */
    cut: close,
  };
}
