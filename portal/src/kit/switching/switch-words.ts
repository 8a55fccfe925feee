import type { ReactNode } from "react";

/** What is said when a thing is switched one way. */
export interface SwitchOneWords {
  /** The verb on the button. */
  action: string;
  /** The question, with the name of the thing. */
  question: (name: string) => string;
  consequence: ReactNode;
  /** The toast. */
  done: (name: string) => string;
}

/** The words when several things are switched at once. */
export interface SwitchManyWords {
  action: string;
  many: (count: number) => string;
  manyConsequence: ReactNode;
  manyDone: (count: number) => string;
}

/** The words of both directions. */
export interface Both<Words> {
  on: Words;
  off: Words;
}
