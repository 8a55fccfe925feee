import { Box } from "@chakra-ui/react";
import { memo, useDeferredValue, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { linkOf } from "../../../kit/markdown/addresses";
import { LOOK } from "../../../kit/markdown/look";
import { PARTS } from "../../../kit/markdown/parts";
import { isTame } from "../../../kit/markdown/tame";
import { blocksOf } from "../blocks";
import { fenceOf } from "../fence";
import { partsOf } from "../parts";
import { useTyped } from "../use-typed";
import { Code } from "./code";

/** The most characters of text without Markdown in one box. */
const PIECE = 4_000;

interface AnswerProps {
  text: string;
  /** T-43: it arrives while the person looks. */
  typing: boolean;
}

/**
 * An answer in Markdown. What a model writes is no more trusted than what a stranger does: HTML is shown as text, links are
 * https and leave the portal, pictures are their words alone (attack 41). A finished block is rendered once, and looked at no more
 * once its part is full. A long answer
 * that is there already appears in the background, so that no key waits for it.
 */
export function Answer({ text, typing }: AnswerProps) {
  const typed = useTyped(text, typing);
  const whole = useDeferredValue(text, "");
  const shown = typing ? typed : whole;
  return (
    <div>
      {partsOf(shown).map((part, index) => (
        <Part key={index} text={part} />
      ))}
    </div>
  );
}

const Part = memo(function Part({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} text={block} />);
});

const Block = memo(function Block({ text }: { text: string }) {
  const fence = fenceOf(text);
  return (
    <Box marginBottom="3" _last={{ marginBottom: "0" }} css={OUT_OF_SIGHT}>
      {fence ? <Code fence={fence} /> : isTame(text) ? <Rendered text={text} /> : <Plain text={text} />}
    </Box>
  );
});

/** A browser lays out and draws only what is in sight of a long answer, and keeps the height of the rest. */
const OUT_OF_SIGHT = { contentVisibility: "auto", containIntrinsicSize: "auto 100px" };

const PLUGINS = [remarkGfm];

function Rendered({ text }: { text: string }) {
  return (
    <Box css={LOOK}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={linkOf}>
        {text}
      </ReactMarkdown>
    </Box>
  );
}

const COMPONENTS: Components = {
  ...PARTS,
  img: ({ alt }) => <>{alt}</>,
  table: ({ children }) => <Table>{children}</Table>,
};

/** A table scrolls by itself, also by keys. */
function Table({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("assistant");
  return (
    <Box role="group" aria-label={t("table")} tabIndex={0} overflowX="auto">
      <table>{children}</table>
    </Box>
  );
}

/** A text that would take a parser of Markdown too long, as it was written. */
function Plain({ text }: { text: string }) {
  const pieces = Math.ceil(text.length / PIECE);
  return Array.from({ length: pieces }, (_, at) => (
    <Piece key={at} text={text.slice(at * PIECE, (at + 1) * PIECE)} />
  ));
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <Box data-plain whiteSpace="pre-wrap" overflowWrap="anywhere" css={OUT_OF_SIGHT}>
      {text}
    </Box>
  );
});
