import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { chunkFileNames } from "./build/chunk-names.ts";
import { precompress } from "./build/precompress.ts";
import { preload } from "./build/preload.ts";

/**
 * Where `npm run dev` finds the server: pages, protocol and API are its own, the portal's files are ours. The server
 * must know that people come through here: start it with ATRIUM_SERVER__PUBLIC_URL=http://localhost:5173.
 */
const server = process.env.ATRIUM_URL ?? "http://localhost:8080";
const serverPaths = [
  "/api",
  "/oauth2",
  "/.well-known",
  "/config.json",
  "/login",
  "/logout",
  "/consent",
  "/device",
  "/forgot-password",
  "/reset-password",
  "/assets",
];

export default defineConfig({
  plugins: [react(), preload("start"), precompress()],
  build: {
    // Every file by its own hashed name: the server marks dist/assets immutable, and the CSP allows no data: script.
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Two files, and the few lines that join them (rolldown-runtime): what decides whether to sign in, and what
    // draws. `npm run size` watches over all.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        chunkFileNames,
        codeSplitting: {
          groups: [
            { name: "arrival", test: /\/src\/(.+\/)?main\.tsx$/, priority: 2 },
            { name: "start", test: /\/src\/app\/start\.tsx$/, priority: 1 },
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
    env: { TZ: "UTC" },
    restoreMocks: true,
    // A busy machine is no failure.
    testTimeout: 60_000,
    css: false,
  },
});
