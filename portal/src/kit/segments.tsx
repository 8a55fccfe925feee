import { Flex } from "@chakra-ui/react";
import { Link, useSearchParams } from "react-router";
import { showCurrent, showFocused, TAB } from "./page-tabs";

interface SegmentsProps {
  /** What is in parts. */
  label: string;
  /** The parameter of the address that holds the part. */
  name: string;
  parts: readonly { value: string; label: string }[];
  /** The part that is shown without the parameter; the first by default. */
  usual?: string;
  /** The part that is shown. */
  shown: string;
  /** Further parameters that belong to one part only. */
  drop?: readonly string[];
}

/** The parts of a list, as links: each has an address. */
export function Segments({ label, name, parts, usual = parts[0]?.value, shown, drop = [] }: SegmentsProps) {
  const [params] = useSearchParams();
  const leading = (value: string) => {
    const next = new URLSearchParams(params);
    for (const one of ["page", "cursor", name, ...drop]) next.delete(one);
    if (value !== usual) next.set(name, value);
    return `?${next.toString()}`;
  };
  return (
    // The links are measured from here.
    <Flex
      ref={showCurrent}
      onFocus={showFocused}
      role="group"
      aria-label={label}
      position="relative"
      gap="1"
      overflowX="auto"
    >
      {parts.map(({ value, label: text }) => (
        <Flex key={value} asChild css={TAB}>
          <Link to={leading(value)} {...(value === shown && { "aria-current": "page" })}>
            {text}
          </Link>
        </Flex>
      ))}
    </Flex>
  );
}
