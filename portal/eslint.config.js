import boundaries from "eslint-plugin-boundaries";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** From the bottom up, as in README. Each folder may import those below it, never those beside it. */
const levels = [["theme", "i18n"], ["ui", "api"], ["access"], ["kit"], ["features"], ["app"]];

/** Which folder may import which. A feature never imports another feature. */
const floors = Object.fromEntries(
  levels.flatMap((level, height) => level.map((floor) => [floor, levels.slice(0, height).flat()])),
);

/** Libraries that only one folder may use. */
const rooms = [
  { source: "oauth4webapi", only: "api", why: "The protocol is spoken in src/api alone." },
  { source: "openapi-fetch", only: "api", why: "The server is called through src/api alone." },
  { source: "react-hook-form", only: "ui", why: "Forms are made with src/ui/form alone." },
  { source: "i18next", only: "i18n", why: "Words come through src/i18n." },
];

export default tseslint.config(
  { ignores: ["dist/", "src/api/schema.d.ts", "screenshots/"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Loaders of react-router throw redirects.
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
      "max-lines": ["error", { max: 200, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { boundaries, "react-hooks": reactHooks },
    settings: {
      "import/resolver": { typescript: { project: "tsconfig.json" } },
      "boundaries/include": ["src/**"],
      "boundaries/ignore": ["src/main.tsx", "src/testing/**", "**/*.test.{ts,tsx}"],
      "boundaries/elements": [
        { type: "features", pattern: "src/features/*", capture: ["noun"] },
        ...Object.keys(floors)
          .filter((floor) => floor !== "features")
          .map((floor) => ({ type: floor, pattern: `src/${floor}` })),
      ],
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: [
            { allow: { to: { module: { origin: ["external", "core"] } } } },
            ...Object.entries(floors).map(([floor, below]) => ({
              from: { element: { type: floor } },
              allow: { to: { element: { types: { anyOf: below } } } },
            })),
          ],
        },
      ],
    },
  },
  ...Object.keys(floors).map((floor) => ({
    files: [`src/${floor}/**/*.{ts,tsx}`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: rooms
            .filter(({ only }) => only !== floor)
            .map(({ source, why }) => ({ name: source, message: why })),
        },
      ],
    },
  })),
  {
    files: ["**/*.test.{ts,tsx}", "src/testing/**", "vitest.setup.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/unbound-method": "off",
      "max-lines": "off",
    },
  },
);
