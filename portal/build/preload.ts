import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Names the chunk called `name`, which the entry imports later, in the page's head with the chunks that it imports
 * itself (not what these import in turn: there is no such chunk): they are fetched beside the entry, and run only once
 * they are asked for. The portal lies at `/`.
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
