import { EventSourceParserStream } from "eventsource-parser/stream";
import { failureOf, isEnvelope } from "./client";
import { ApiFailure, isPassing } from "./failure";

/** A server-sent event (HTML standard, section 9.2). */
export interface StreamEvent {
  /** `message` if the server gave no name. */
  name: string;
  data: string;
}

/** Options of the call that opens the stream; spread them into those of `api.GET` or `api.POST`. */
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
  /** Ends the stream at any time. */
  signal: AbortSignal;
  /** Whether to open the stream again when its connection ends. False for a stream that answers one question. */
  reconnect: boolean;
  /** Called when the stream has opened, and before it is opened again. */
  onState?: (state: "open" | "reconnecting") => void;
  /** Waits before the next try; tests replace it. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;
/** The server says something at least every 15 seconds, so a connection that says nothing for this long is dead. */
const SILENCE_MS = 40_000;

/**
 * The events of a call as they arrive: `eventsOf((opening) => api.GET("/api/security/…", opening), { signal, reconnect:
 * true })`. `EventSource` cannot sign its requests (DPoP), so this uses the typed client. Leaving the loop closes the
 * connection, and so does a long silence. Throws `ApiFailure` if the server refuses, or if the connection breaks and `reconnect` is false.
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
    const watchdog = watchdogFor(stop);
    signal.addEventListener("abort", stop, { once: true });
    try {
      const headers = { accept: "text/event-stream", ...(lastId && { "last-event-id": lastId }) };
      const opened = await open({ parseAs: "stream", signal: closing.signal, headers });
      if (opened.response.status === 204) return;
      const parser = new EventSourceParserStream({ onRetry: (ms) => (pause = ms) });
      // TypeScript's DOM types do not accept this decoder for a stream of Uint8Array.
      const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
      const bytes = (await bodyOf(opened)).pipeThrough(watchdog.watched());
      const events = bytes.pipeThrough(decoder).pipeThrough(parser);
      onState?.("open");
      for await (const { id, event, data } of iterate(events)) {
        failures = 0;
        if (id !== undefined) lastId = id;
        yield { name: event ?? "message", data };
      }
      if (!reconnect) return;
    } catch (error) {
      if (isOver()) return;
      const failure =
        watchdog.hasClosed() || error instanceof TypeError ? new ApiFailure("network", "") : error;
      if (!reconnect || !isPassing(failure)) throw failure;
      failures += 1;
    } finally {
      signal.removeEventListener("abort", stop);
      closing.abort();
      watchdog.stop();
    }
    if (isOver()) return;
    onState?.("reconnecting");
    await wait(Math.min(pause * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS), signal);
    if (isOver()) return;
  }
}

/** The stream of the answer. Throws if the answer is not an event stream. */
async function bodyOf({ response, data, error }: Opened): Promise<ReadableStream<Uint8Array>> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && data && type.startsWith("text/event-stream")) return data;
  const answer: unknown = data ? await new Response(data).json().catch(() => undefined) : error;
  throw failureOf(response, isEnvelope(answer) ? answer : undefined);
}

/** Calls `close` when an open stream brings no byte for `SILENCE_MS`, because a lost network closes no connection. */
function watchdogFor(close: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      closed = true;
      close();
    }, SILENCE_MS);
  };
  return {
    /** Starts the watchdog and passes the bytes on; what arrives starts it again. */
    watched: () => {
      restart();
      return new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, to) => {
          restart();
          to.enqueue(bytes);
        },
      });
    },
    hasClosed: () => closed,
    stop: () => clearTimeout(timer),
  };
}

/** Some browsers do not support `for await` on a stream. */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // If the caller leaves the loop early, the connection is still open.
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
