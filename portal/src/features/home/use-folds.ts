import { useState } from "react";
import type { Product } from "./queries";
import { shelfOf } from "./shelf";
import type { TypeId } from "./types";

interface Shown {
  typeId: TypeId;
  shown: Product[] | undefined;
}

/**
 * The closed applications of each list are folded, so that those that open come first. A home
 * where nothing opens yet shows them. `cards` are those that are not folded, in the order of the page.
 */
export function useFolds(lists: Shown[]) {
  const [unfolded, setUnfolded] = useState<TypeId[]>([]);
  const shelves = lists.map(({ typeId, shown }) => ({ typeId, ...shelfOf(shown ?? []) }));
  // Until all lists are there, one of them may have something that opens.
  const isWhole = lists.every(({ shown }) => shown !== undefined);
  const folds = !isWhole || shelves.some(({ near }) => near.length > 0);
  const isOpen = (typeId: TypeId) => unfolded.includes(typeId);
  const toggle = (typeId: TypeId) => () =>
    setUnfolded((before) =>
      before.includes(typeId) ? before.filter((one) => one !== typeId) : [...before, typeId],
    );
  return {
    cards: shelves.flatMap(({ typeId, near, closed }) =>
      folds && !isOpen(typeId) ? near : [...near, ...closed],
    ),
    of: (typeId: TypeId) => (folds ? { isOpen: isOpen(typeId), onToggle: toggle(typeId) } : undefined),
  };
}
