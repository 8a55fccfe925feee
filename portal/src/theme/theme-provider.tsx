import { ChakraProvider } from "@chakra-ui/react";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import type { StyleSheet } from "@emotion/sheet";
import type { ReactNode } from "react";
import { ConstructedSheet } from "./constructed-sheet";
import { system } from "./system";

const cache = createCache({ key: "a" });
// jsdom does not support constructed sheets; there Emotion uses its own.
if ("adoptedStyleSheets" in document) {
  cache.sheet = new ConstructedSheet({ key: cache.key }) as unknown as StyleSheet;
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
