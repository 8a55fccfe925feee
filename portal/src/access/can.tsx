import type { ReactNode } from "react";
import type { AccessCode } from "./codes";
import { useUser } from "./user";

/** Shows its children to whoever holds the access code. A courtesy: the server guards the call. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  return useUser()?.accessList.includes(code) ? children : null;
}
