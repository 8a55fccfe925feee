import type { ReactNode } from "react";
import type { AccessCode } from "./codes";
import { meets } from "./need";
import { useUser } from "./user";

/** Shows its children to whoever holds the access code. A courtesy: the server guards the call. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  const user = useUser();
  return user && meets(user, { code }) ? children : null;
}
