import { Box } from "@chakra-ui/react";
import { useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useServices } from "../../api/services";
import { pictureAddress } from "../picture-address";
import { linkOf, pictureOf } from "./addresses";
import { isTame, LONGEST } from "./tame";

/** Links open beside the portal and learn nothing of it; the headings of a text stand below that of its dialog. */
const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  img: ({ src, alt }) =>
    typeof src === "string" && src ? <Picture src={src} alt={alt ?? ""} /> : <>{alt}</>,
  input: ({ checked }) => <span aria-hidden>{checked ? "☑" : "☐"}</span>,
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
};

/** A picture of the store, from the origin that the store has. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const { filesUrl } = useServices().config;
  return <img src={pictureAddress(src, filesUrl)} alt={alt} loading="lazy" />;
}

const PLUGINS = [remarkGfm];

/** Markdown without HTML, with links to https and pictures of our own store (F-65). */
export default function Rendered({ text }: { text: string }) {
  const content = useMemo(() => {
    if (!isTame(text)) return <p data-plain>{text.slice(0, LONGEST)}</p>;
    return (
      <ReactMarkdown
        skipHtml
        remarkPlugins={PLUGINS}
        components={COMPONENTS}
        urlTransform={(url, key) => (key === "src" ? pictureOf(url) : linkOf(url))}
      >
        {text}
      </ReactMarkdown>
    );
  }, [text]);
  return <Box css={LOOK}>{content}</Box>;
}

const LOOK = {
  fontSize: "lg",
  lineHeight: 1.6,
  maxWidth: "75ch",
  overflowWrap: "anywhere",
  "& p, & ul, & ol, & blockquote, & pre, & table": { marginBlock: "0 0.75em" },
  "& > :last-child": { marginBottom: "0" },
  "& [data-plain], & pre": { whiteSpace: "pre-wrap", fontFamily: "inherit" },
  "& h3, & h4, & h5, & h6": { marginBlock: "1em 0.4em", fontWeight: "semibold" },
  "& h3": { fontSize: "lg" },
  "& ul, & ol": { paddingInlineStart: "1.5em" },
  "& ul": { listStyleType: "disc" },
  "& ol": { listStyleType: "decimal" },
  "& a": { color: "accent.fg", textDecoration: "underline", textUnderlineOffset: "3px" },
  "& strong": { fontWeight: "semibold" },
  "& em": { fontStyle: "italic" },
  "& code": { fontFamily: "mono", fontSize: "0.9em", background: "bg.subtle", paddingInline: "0.25em" },
  "& blockquote": {
    borderInlineStart: "3px solid",
    borderColor: "border",
    paddingInlineStart: "3",
    color: "fg.muted",
  },
  "& img": { maxWidth: "100%", height: "auto", borderRadius: "control" },
  "& table": { width: "100%", borderCollapse: "collapse" },
  "& th, & td": { border: "1px solid", borderColor: "border", padding: "1.5", textAlign: "start" },
  "& hr": { border: "0", borderTop: "1px solid", borderColor: "border", marginBlock: "4" },
};
