import { Box } from "@chakra-ui/react";
import { useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useServices } from "../../api/services";
import { pictureAddress } from "../picture-address";
import { linkOf, pictureOf } from "./addresses";
import { LOOK } from "./look";
import { PARTS } from "./parts";
import { isTame, LONGEST } from "./tame";

const COMPONENTS: Components = {
  ...PARTS,
  img: ({ src, alt }) =>
    typeof src === "string" && src ? <Picture src={src} alt={alt ?? ""} /> : <>{alt}</>,
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
