import type { ReactNode } from "react";
import type { AccessCode } from "./codes";
import { meets } from "./need";
import { useUser } from "./user";

/** Shows its children to whoever holds the access code. A courtesy: the server guards the call. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  return useCan()(code) ? children : null;
}

/** The same as a question: whether the reader holds an access code. */
export function useCan(): (code: AccessCode) => boolean {
  const user = useUser();
  return (code) => user !== undefined && meets(user, { code });
}
