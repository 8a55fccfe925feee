import { useEffect, useState } from "react";
import { dataOf } from "../../api/client";
import { failureText } from "../../api/failure-text";
import type { components } from "../../api/schema";
import { useServices, type Services } from "../../api/services";
import { canFind } from "../../kit/can-find";
import { useSettled } from "../../kit/use-search";
import { fitting } from "./fit";

export type Found = components["schemas"]["Found"];
export type FoundPerson = components["schemas"]["FoundPerson"];

const TYPING_MS = 120;

/** What the server answered to a text. */
interface Answered<T> {
  text: string;
  data?: T;
  failure?: string;
}

/**
 * The answer of the server to `text`; nothing is asked for an empty one. An answer stays until the next one, because most of
 * it stays the same while somebody types on. It is not kept any longer: another search may find something else.
 */
function useAnswer<T>(
  text: string,
  ask: (api: Services["api"], text: string, signal: AbortSignal) => Promise<T>,
) {
  const { api } = useServices();
  const [answered, setAnswered] = useState<Answered<T>>();
  useEffect(() => {
    if (text === "") return;
    const leaving = new AbortController();
    ask(api, text, leaving.signal).then(
      (data) => {
        if (!leaving.signal.aborted) setAnswered({ text, data });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setAnswered({ text, failure: failureText(error) });
      },
    );
    return () => leaving.abort();
  }, [api, text, ask]);
  return answered;
}

const find = (api: Services["api"], q: string, signal: AbortSignal): Promise<Found> =>
  dataOf(api.GET("/api/security/find", { params: { query: { q } }, signal }));

const findPeople = (api: Services["api"], q: string, signal: AbortSignal): Promise<FoundPerson[]> =>
  dataOf(api.GET("/api/security/find/people", { params: { query: { q } }, signal }));

/** The parts of an answer that fit `query` by what this browser knows, so that nobody chooses what does not fit. */
function stillFitting(found: Found | undefined, query: string): Found | undefined {
  if (!found || query === "") return found;
  return {
    ...found,
    applications: fitting(found.applications, query, ({ name, otherName }) => [name, otherName]),
    groups: fitting(found.groups, query, ({ groupName }) => [groupName]),
    people: fitting(found.people, query, ({ fullName, username, email }) => [
      fullName,
      username,
      email ?? "",
    ]),
  };
}

/** What the server finds by the typed text, after a short pause. */
export function useFound(query: string) {
  const wanted = useSettled(query, TYPING_MS);
  const asked = canFind(wanted) ? wanted : "";
  const answered = useAnswer(asked, find);
  const isFor = answered?.text === query;
  return {
    /** Until the answer comes: what an earlier answer has that surely fits. */
    found: canFind(query) ? stillFitting(answered?.data, isFor ? "" : query) : undefined,
    settled: !canFind(query) || isFor,
    failure: isFor ? answered.failure : undefined,
  };
}

/**
 * The people that a counted search finds. It asks only for a text that somebody chose to search for, because each search
 * counts and is recorded (F-22).
 */
export function usePeople(query: string) {
  const [asked, setAsked] = useState("");
  const answered = useAnswer(asked, findPeople);
  const isAsked = asked !== "" && asked === query;
  const isFor = isAsked && answered?.text === asked;
  return {
    ask: () => setAsked(query),
    searching: isAsked && !isFor,
    people: isFor ? answered.data : undefined,
    failure: isFor ? answered.failure : undefined,
  };
}
