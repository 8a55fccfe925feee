import type { ReactNode } from "react";
import type { AccessCode } from "./codes";
import { meets } from "./need";
import { useUser } from "./user";

/** Shows its children only to people with the access code. The server checks each call anyway. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  return useCan()(code) ? children : null;
}

/**
 * A function that says whether the signed-in person has an access code, or administers the product that the thing
 * belongs to; `"any"` asks for any product.
 */
export function useCan(): (code: AccessCode, projectId?: number | "any") => boolean {
  const user = useUser();
  return (code, projectId) => {
    if (user === undefined) return false;
    if (projectId === "any") return meets(user, { code, ofProducts: true });
    return meets(user, { code }) || (projectId !== undefined && user.projectIds.includes(projectId));
  };
}
