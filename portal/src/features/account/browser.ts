import { BASE } from "../../address/base";

/** Leaves the document, for another page of this server. */
export const browser = { goTo: (path: string) => location.assign(BASE + path) };
