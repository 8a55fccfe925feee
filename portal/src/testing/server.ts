import { http, HttpResponse, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import { aUser } from "./factories";

export const ORIGIN = "http://localhost:8080";

/** No call is answered by chance: what a test does not name is an error, but for who is signed in. */
export const server = setupServer(answers("post", "/user/info", () => success(aUser())));

/** A handler for one call of the product API. */
export function answers(method: "get" | "post", path: string, resolver: HttpResponseResolver) {
  return http[method](`${ORIGIN}/api/security${path}`, resolver);
}

export function success(data: object | null) {
  return HttpResponse.json({ status: 0, data, msg: "success", requestId: "req-1" });
}

/** A refusal as the server words it: HTTP 200 and a status above 0 (G-85). */
export function refusal(status: number, msg: string) {
  return HttpResponse.json({ status, data: null, msg, requestId: "req-7" });
}
