import { EventSourceParserStream } from "eventsource-parser/stream";
import { failureOf, isEnvelope } from "./client";
import { ApiFailure, isPassing } from "./failure";

/** One event of a stream, by the HTML standard, section 9.2 (server-sent events). */
export interface StreamEvent {
  /** `message` unless the server named it. */
  name: string;
  data: string;
}

/** What each try to open the stream carries: spread it into the options of `api.GET` or `api.POST`. */
export interface Opening {
  parseAs: "stream";
  signal: AbortSignal;
  headers: Record<string, string>;
}

interface Opened {
  response: Response;
  data?: ReadableStream<Uint8Array> | null;
  error?: unknown;
}

export interface StreamOptions {
  /** Ends the stream, whatever it is doing. */
  signal: AbortSignal;
  /** Whether the stream is opened again when its connection ends. One that answers a question, as of a chat, is not. */
  reconnect: boolean;
  /** Told when the stream is open, and when it is about to be opened again. */
  onState?: (state: "open" | "reconnecting") => void;
  /** Waits; tests need not. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * The events of a call as they come. `EventSource` cannot sign its requests (DPoP), so this goes out as every call does:
 * `eventsOf((opening) => api.GET("/api/security/…", opening), { signal, reconnect: true })`. Leaving the loop closes the
 * connection. Throws `ApiFailure` when the server refuses, and when a stream that is not opened again breaks.
 */
export async function* eventsOf(
  open: (opening: Opening) => Promise<Opened>,
  { signal, reconnect, onState, wait = sleep }: StreamOptions,
): AsyncGenerator<StreamEvent, void> {
  let lastId = "";
  let pause = FIRST_WAIT_MS;
  let failures = 0;
  const isOver = () => signal.aborted;
  for (;;) {
    const closing = new AbortController();
    const stop = () => closing.abort();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const headers = { accept: "text/event-stream", ...(lastId && { "last-event-id": lastId }) };
      const opened = await open({ parseAs: "stream", signal: closing.signal, headers });
      if (opened.response.status === 204) return;
      const parser = new EventSourceParserStream({ onRetry: (ms) => (pause = ms) });
      // The DOM's types want a decoder that takes every kind of buffer to be one that takes these.
      const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
      const events = (await bodyOf(opened)).pipeThrough(decoder).pipeThrough(parser);
      onState?.("open");
      for await (const { id, event, data } of iterate(events)) {
        failures = 0;
        if (id !== undefined) lastId = id;
        yield { name: event ?? "message", data };
      }
      if (!reconnect) return;
    } catch (error) {
      if (isOver()) return;
      const failure = error instanceof TypeError ? new ApiFailure("network", "") : error;
      if (!reconnect || !isPassing(failure)) throw failure;
      failures += 1;
    } finally {
      signal.removeEventListener("abort", stop);
      closing.abort();
    }
    if (isOver()) return;
    onState?.("reconnecting");
    await wait(Math.min(pause * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS), signal);
    if (isOver()) return;
  }
}

/** The stream itself; whatever else was answered is a refusal. */
async function bodyOf({ response, data, error }: Opened): Promise<ReadableStream<Uint8Array>> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && data && type.startsWith("text/event-stream")) return data;
  const answer: unknown = data ? await new Response(data).json().catch(() => undefined) : error;
  throw failureOf(response, isEnvelope(answer) ? answer : undefined);
}

/** Not every browser walks a stream by `for await` yet. */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // A caller that leaves the loop early does not get the end of the connection.
    reader.cancel().catch(() => undefined);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
