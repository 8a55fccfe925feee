import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { http, passthrough } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { server as mocks } from "../testing/server";
import { eventsOf, type Opening, type StreamEvent, type StreamOptions } from "./event-stream";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let stop: () => Promise<void> = () => Promise.resolve();
afterEach(() => stop());

/** A real server. Each request gets the next answer; the last answer repeats. */
async function serve(...answers: Answer[]) {
  const asked: { lastId: string | undefined; accept: string | undefined }[] = [];
  const closed = vi.fn();
  const real = createServer((request, response) => {
    asked.push({
      lastId: request.headers["last-event-id"] as string | undefined,
      accept: request.headers.accept,
    });
    response.on("close", closed);
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response);
  });
  await new Promise<void>((resolve) => real.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(real.address() as AddressInfo).port}/`;
  mocks.use(http.get(url, () => passthrough()));
  stop = () =>
    new Promise((resolve) => {
      real.closeAllConnections();
      real.close(() => resolve());
    });
  const open = async ({ signal, headers }: Opening) => {
    const response = await fetch(url, { signal, headers });
    return { response, data: response.body };
  };
  return { open, asked, closed };
}

/** Sends each piece in its own packet, then ends or keeps the connection. */
const stream =
  (pieces: (string | Buffer)[], end = true): Answer =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const next = () => {
      const piece = pieces.shift();
      if (piece !== undefined) response.write(piece, () => setImmediate(next));
      else if (end) response.end();
    };
    next();
  };

async function take(events: AsyncGenerator<StreamEvent, void>, most = Infinity) {
  const taken: StreamEvent[] = [];
  for await (const event of events) if (taken.push(event) >= most) break;
  return taken;
}

function options(given: Partial<StreamOptions> = {}): StreamOptions {
  return { signal: new AbortController().signal, reconnect: false, ...given };
}

describe("a stream of events", () => {
  it("is read correctly from any pieces of bytes: names, several lines, Chinese, comments", async () => {
    const bytes = Buffer.from(': hello\n\nevent: token\ndata: 你\ndata: 好\n\ndata: {"done":true}\r\n\r\n');
    const cut = [...bytes].map((byte) => Buffer.from([byte]));
    const { open, asked } = await serve(stream(cut));
    expect(await take(eventsOf(open, options()))).toEqual([
      { name: "token", data: "你\n好" },
      { name: "message", data: '{"done":true}' },
    ]);
    expect(asked).toEqual([{ lastId: undefined, accept: "text/event-stream" }]);
  });

  it("is opened again at the last event, after the time that the server wants", async () => {
    const waited: number[] = [];
    const states: string[] = [];
    const { open, asked } = await serve(
      stream(["retry: 50\nid: 7\ndata: a\n\n"]),
      (_request, response) => response.destroy(),
      (_request, response) => response.destroy(),
      stream(["id: 8\ndata: b\n\n"], false),
    );
    const wait = (ms: number) => Promise.resolve(void waited.push(ms));
    const onState = (state: string) => states.push(state);
    const events = eventsOf(open, options({ reconnect: true, wait, onState }));
    expect((await take(events, 2)).map(({ data }) => data)).toEqual(["a", "b"]);
    expect(asked.map(({ lastId }) => lastId)).toEqual([undefined, "7", "7", "7"]);
    expect(waited).toEqual([50, 50, 100]);
    expect(states).toEqual(["open", "reconnecting", "reconnecting", "reconnecting", "open"]);
  });

  /** A network that is lost closes no connection: the pings of the server, every 15 seconds, are missing. */
  it("is opened again at the last event when nothing came for 40 seconds, and pings are something", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let ping = () => Promise.resolve();
    const { open, asked, closed } = await serve(
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("id: 7\ndata: a\n\n");
        ping = () => new Promise<void>((resolve) => response.write(": ping\n\n", () => resolve()));
      },
      stream(["id: 8\ndata: b\n\n"], false),
    );
    try {
      const wait = () => Promise.resolve();
      const events = eventsOf(open, options({ reconnect: true, wait }));
      expect((await events.next()).value).toMatchObject({ data: "a" });
      const next = events.next();
      await vi.advanceTimersByTimeAsync(39_000);
      const began = vi.spyOn(globalThis, "setTimeout");
      await ping();
      // The ping is read once the watchdog has started again.
      while (began.mock.calls.every(([, ms]) => ms !== 40_000))
        await new Promise((next) => setImmediate(next));
      await vi.advanceTimersByTimeAsync(39_000);
      expect([asked.length, closed.mock.calls.length]).toEqual([1, 0]);
      await vi.advanceTimersByTimeAsync(1_500);
      expect((await next).value).toMatchObject({ data: "b" });
      expect(asked.map(({ lastId }) => lastId)).toEqual([undefined, "7"]);
      await events.return();
    } finally {
      // The spy goes first, because it puts back what it found: the fake timer.
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  it("closes its connection when the loop ends, and when it is aborted", async () => {
    const left = await serve(stream(["data: a\n\n"], false));
    await take(eventsOf(left.open, options()), 1);
    await vi.waitFor(() => expect(left.closed).toHaveBeenCalled());
    await stop();

    const aborted = await serve(stream(["data: a\n\n"], false));
    const controller = new AbortController();
    const events = eventsOf(aborted.open, options({ signal: controller.signal, reconnect: true }));
    await events.next();
    controller.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await vi.waitFor(() => expect(aborted.closed).toHaveBeenCalled());
    expect(aborted.asked).toHaveLength(1);
  });

  it("ends when the server says that nothing follows (204)", async () => {
    const { open, asked } = await serve(stream(["data: a\n\n"]), (_request, response) =>
      response.writeHead(204).end(),
    );
    const wait = () => Promise.resolve();
    expect(await take(eventsOf(open, options({ reconnect: true, wait })))).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it("throws a refusal in the server's words, and is not opened again", async () => {
    const { open, asked } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ status: 100013, msg: "Not authorized", requestId: "r-1" }));
    });
    await expect(take(eventsOf(open, options({ reconnect: true })))).rejects.toMatchObject({
      kind: "denied",
      message: "Not authorized",
      requestId: "r-1",
    });
    expect(asked).toHaveLength(1);
  });

  it("throws when it breaks and should not be opened again", async () => {
    const { open } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: a\n\n", () => response.destroy());
    });
    await expect(take(eventsOf(open, options()))).rejects.toMatchObject({ kind: "network" });
  });
});
