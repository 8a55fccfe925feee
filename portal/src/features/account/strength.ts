import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

export const STRENGTHS = ["weak", "fair", "good", "strong"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A list of common passwords is part of it, so this module is a file of its own that only the field loads. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** How many guesses a password withstands. `about` are words of the person, which a guesser tries first. */
export function strengthOf(password: string, about: readonly string[]): Strength {
  const { score } = estimator.check(password, [...about]);
  return STRENGTHS[Math.max(score - 1, 0)] ?? "weak";
}
