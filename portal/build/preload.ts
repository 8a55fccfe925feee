import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Adds `modulepreload` links for the chunk `name`, which the entry imports later, and for the chunks that it imports
 * directly (those import no others). So they load in parallel with the entry. The server
 * writes its path into the start page.
 */
export function preload(name: string): Plugin {
  return {
    name: "atrium:preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {}, chunk }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const wanted = chunks.find((file) => file.name === name);
        if (!wanted) throw new Error(`there is no chunk ${name}`);
        const there = new Set([chunk?.fileName, ...(chunk?.imports ?? [])]);
        const files = [wanted.fileName, ...wanted.imports].filter((file) => !there.has(file));
        return files.map((file): HtmlTagDescriptor => {
          const attrs = { rel: "modulepreload", crossorigin: true, href: `/${file}` };
          return { tag: "link", attrs, injectTo: "head" };
        });
      },
    },
  };
}
