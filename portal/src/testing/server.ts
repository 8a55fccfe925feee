import { http, HttpResponse, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import type { Method, PathOf } from "../api/call";
import { aNotice, aUser } from "./factories";
import { fakeNews } from "./fake-news";
import { fakeSurvey } from "./fake-survey";
import { envelopeOf, mock, success, type FileReply, type Mock } from "./mocks";

export { bare, file, nobody, refusal, stepUp, success } from "./mocks";

export const ORIGIN = "http://localhost:8080";

/** Mocks one call in Vitest. */
export function answers<M extends Method, P extends PathOf<M>>(
  ...call: Parameters<typeof mock<M, P>>
): RequestHandler {
  return handlerOf(mock(...call));
}

/** A call without a mock is an error. Only the calls of every visit have mocks by default. */
export const server = setupServer(
  answers("post", "/api/security/user/info", () => success(aUser())),
  answers("get", "/api/security/user/user-group/notify", () => success(aNotice())),
  ...fakeNews([]).mocks.map(handlerOf),
  // The news come first: both take what was read.
  ...fakeSurvey(undefined).mocks.map(handlerOf),
);

export function handlerOf({ method, path, reply }: Mock): RequestHandler {
  return http[method](ORIGIN + path, async ({ request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const text = await request.text();
    // A form with a file has no fields that a test reads.
    const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
    const given = await reply({
      query,
      body: text === "" || isForm ? undefined : (JSON.parse(text) as unknown),
    });
    if (given.kind === "nobody") return HttpResponse.error();
    if (given.kind === "http") return new HttpResponse("", { status: given.code, headers: given.headers });
    if (given.kind === "file") {
      return new HttpResponse(streamOf(given), { headers: { "content-type": given.type } });
    }
    return HttpResponse.json(envelopeOf(given), given.kind === "refusal" ? given.http : undefined);
  });
}

function streamOf({ text, broken }: FileReply): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text));
      if (broken) stream.error(new TypeError("terminated"));
      else stream.close();
    },
  });
}
