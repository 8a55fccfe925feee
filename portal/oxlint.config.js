/** From the bottom up, as in README. Each folder may import those below it, never those beside it. */
const levels = [["address"], ["theme", "i18n"], ["ui", "api"], ["access"], ["kit"], ["features"], ["app"]];

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

/** The rules that typescript-eslint calls strict and stylistic, those that need types included. */
const core = `
  no-array-constructor no-empty-function no-unused-expressions no-unused-vars
  no-useless-constructor no-var prefer-const prefer-rest-params prefer-spread
`;
const typescript = `
  adjacent-overload-signatures array-type await-thenable ban-tslint-comment
  class-literal-property-style consistent-generic-constructors consistent-indexed-object-style
  consistent-type-assertions consistent-type-definitions dot-notation no-array-delete
  no-base-to-string no-confusing-non-null-assertion no-deprecated no-duplicate-enum-values
  no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array
  no-generated-empty-object-type no-implied-eval no-inferrable-types no-invalid-void-type
  no-meaningless-void-operator no-misused-new no-misused-promises no-misused-spread no-mixed-enums
  no-namespace no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain
  no-non-null-assertion no-redundant-type-constituents no-require-imports no-this-alias
  no-unnecessary-boolean-literal-compare no-unnecessary-condition
  no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion
  no-unnecessary-type-constraint no-unnecessary-type-conversion no-unnecessary-type-parameters
  no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
  no-unsafe-enum-assignment no-unsafe-enum-comparison no-unsafe-function-type
  no-unsafe-member-access no-unsafe-return
  no-unsafe-unary-minus no-useless-default-assignment no-wrapper-object-types
  non-nullable-type-assertion-style prefer-as-const prefer-find prefer-for-of prefer-function-type
  prefer-includes prefer-literal-enum-member prefer-namespace-keyword prefer-nullish-coalescing
  prefer-optional-chain prefer-promise-reject-errors prefer-reduce-type-parameter
  prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
  related-getter-setter-pairs require-await triple-slash-reference unbound-method
  unified-signatures use-unknown-in-catch-callback-variable
`;

/** The rules of hooks, and what the React Compiler expects of components. */
const react = `
  error-boundaries exhaustive-deps globals immutability incompatible-library
  preserve-manual-memoization purity refs rules-of-hooks set-state-in-effect set-state-in-render
  static-components unsupported-syntax use-memo
`;

const all = (prefix, names) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [`${prefix}${name}`, "error"]),
  );

export default {
  plugins: ["typescript", "react"],
  jsPlugins: ["eslint-plugin-boundaries"],
  categories: { correctness: "off" },
  options: { typeAware: true },
  ignorePatterns: ["dist/", "src/api/schema.d.ts", "screenshots/"],
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
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...all("", core),
        ...all("typescript/", typescript),
        "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
        "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
        // Loaders of react-router throw redirects.
        "typescript/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
        "typescript/restrict-plus-operands": [
          "error",
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
        "typescript/return-await": ["error", "error-handling-correctness-only"],
        "max-lines": ["error", { max: 200, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      rules: {
        ...all("react/", react),
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
        "typescript/no-non-null-assertion": "off",
        "typescript/unbound-method": "off",
        "max-lines": "off",
      },
    },
  ],
};
