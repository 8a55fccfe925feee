import type { ReactNode } from "react";
import type { AccessCode } from "./codes";
import { meets } from "./need";
import { useUser } from "./user";

/** Shows its children only to people with the access code. The server checks each call anyway. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  return useCan()(code) ? children : null;
}

/** A function that says whether the signed-in person has an access code. */
export function useCan(): (code: AccessCode) => boolean {
  const user = useUser();
  return (code) => user !== undefined && meets(user, { code });
}
