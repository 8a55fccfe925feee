import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { chunkFileNames } from "./build/chunk-names.ts";
import { precompress } from "./build/precompress.ts";
import { preload } from "./build/preload.ts";
import { withoutWords } from "./build/without-words.ts";

/**
 * The server behind `npm run dev`, for everything but the files of the portal. It must know the address that people
 * use: start it with ATRIUM_SERVER__PUBLIC_URL=http://localhost:5173.
 */
const server = process.env.ATRIUM_URL ?? "http://localhost:8080";
const serverPaths = [
  "/api",
  "/oauth2",
  "/.well-known",
  "/config.json",
  "/handbook",
  "/login",
  "/logout",
  "/consent",
  "/open",
  "/device",
  "/forgot-password",
  "/reset-password",
  "/assets",
];

const REACT_ROUTER = `${import.meta.dirname}/node_modules/react-router/dist/production/`;

export default defineConfig({
  // Files name each other relatively, because the server may serve them under a path. The start page names them from the
  // root, and the server writes the path into it.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }),
  },
  // The package offers its build without warnings for developers under no name of its own.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${REACT_ROUTER}index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${REACT_ROUTER}dom-export.mjs` },
    ],
  },
  plugins: [withoutWords(), react(), preload("start"), precompress()],
  build: {
    // No inlined files, because the policy forbids `data:` scripts.
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    // The first load is two files and the few lines that join them (rolldown-runtime): one file
    // decides whether to sign in, the other draws. `npm run size` checks the sum.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The server's own pages load the second one by the name of its function.
      input: { index: "index.html", strength: "src/features/account/strength.ts" },
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames,
        codeSplitting: {
          groups: [
            { name: "arrival", test: /\/src\/(.+\/)?main\.tsx$/, priority: 2 },
            { name: "start", test: /\/src\/app\/start\.tsx$/, priority: 1 },
            // Each is one file with the icons and small parts that it shares with later pages, instead of one file for
            // each of these.
            { name: "home-page", test: /\/src\/features\/home\/pages\/home-page\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])) },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
    setupFiles: ["./vitest.setup.ts"],
    isolate: false,
    // The default leaves one processor free, which is half of a small machine.
    maxWorkers: "100%",
    env: { TZ: "UTC" },
    restoreMocks: true,
    // Tests must not fail on a busy machine.
    testTimeout: 60_000,
    css: false,
  },
});
