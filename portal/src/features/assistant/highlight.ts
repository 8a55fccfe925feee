import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

const lowlight = createLowlight({
  ...{ bash, css, diff, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml },
});

/** A run of code, with the class of its colour if it has one. */
export interface Run {
  text: string;
  className: string;
}

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

/** The runs of code in a language, by its name or a usual other one such as `ts`; undefined for a language that is not known. */
export function highlighted(language: string, code: string): Run[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  const runs: Run[] = [];
  collect(lowlight.highlight(language, code).children, "", runs);
  return runs;
}

function collect(nodes: Nodes, className: string, runs: Run[]) {
  for (const node of nodes) {
    if (node.type === "text") runs.push({ text: node.value, className });
    else if (node.type === "element") {
      const own = node.properties.className;
      collect(node.children, Array.isArray(own) ? own.join(" ") : className, runs);
    }
  }
}
