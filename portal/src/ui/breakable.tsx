import { Fragment } from "react";

/** A text that may go on in the next line at the given places, so that it is not broken inside a word. */
export function Breakable({ at, children }: { at: RegExp; children: string }) {
  return children.split(at).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
