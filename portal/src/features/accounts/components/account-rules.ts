/** Most characters of a name, an address and an id (K-17). */
export const MAX_LENGTH = 100;

/** V-03, G-68: a capital, a run of letters, digits or underscores, and a further word that begins with a capital. */
const CAMEL = /^[A-Z][A-Za-z0-9_]*[A-Z][a-z0-9_]+$/;
/** V-04, G-69: `local@domain.tld`. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** V-06, V-07: letters, digits and `*`. */
const PLAIN = /^[A-Za-z0-9*]+$/;

interface NewAccountValues {
  username: string;
  email: string;
  password: string;
  lionId: string;
}

/** The literal messages: `shape` for a name or an address, `characters` for a password or an id; and those for nothing. */
interface RuleWords {
  shape: string;
  characters: string;
  empty: Record<keyof NewAccountValues, string>;
}

/** How the owner of a new account gets in: with a password that the owner or an administrator chooses, or elsewhere. */
export type NewWay = "link" | "password" | "corporate";

/**
 * The faults of a new account, by the server's rules (V-03 to V-09, F-41). Only the server checks
 * lengths and days.
 */
export function faultsOf(way: NewWay, values: NewAccountValues, words: RuleWords) {
  const username = values.username.trim();
  const email = values.email.trim();
  const long = (text: string) => text.length > MAX_LENGTH;
  const say = (field: keyof NewAccountValues, broken: string) =>
    values[field].trim() === "" ? words.empty[field] : broken;
  return {
    ...((!CAMEL.test(username) || long(username)) && { username: say("username", words.shape) }),
    ...((!EMAIL.test(email) || long(email)) && { email: say("email", words.shape) }),
    ...(way === "password" &&
      !PLAIN.test(values.password) && { password: say("password", words.characters) }),
    ...(way === "corporate" &&
      (!PLAIN.test(values.lionId.trim()) || long(values.lionId)) && {
        lionId: say("lionId", words.characters),
      }),
  };
}

const YEAR_MS = 31_536_000_000;
const DAY_MS = 86_400_000;

/** V-10, F-42: the first and the last day on which an account may expire. */
export function expireDays(now: Date): { min: string; max: string } {
  return { min: dayOf(now.getTime() + DAY_MS), max: dayOf(now.getTime() + YEAR_MS) };
}

/** `yyyy-MM-dd` where the reader is. */
function dayOf(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
