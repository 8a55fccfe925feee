import type { Plugin } from "vite";

/** Texts for people and tests. */
const WORDS = ["about", "contrast", "use"];

/** Leaves out of `tokens.json` what no browser needs: half of it. Tests read all of it. */
export function withoutWords(): Plugin {
  return {
    name: "atrium:without-words",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/theme\/tokens\.json$/ },
      handler: (json) =>
        JSON.stringify(JSON.parse(json, (key, value: unknown) => (WORDS.includes(key) ? undefined : value))),
    },
  };
}
