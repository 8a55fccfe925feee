import type { Components } from "react-markdown";

/** Links open beside the portal and learn nothing of it; the headings of a text stand below that of its dialog or page. */
export const PARTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  input: ({ checked }) => <span aria-hidden>{checked ? "☑" : "☐"}</span>,
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
};
