import { useState, type KeyboardEvent } from "react";

/** Marks the button of each card with its product id. */
export const CARD_ATTRIBUTE = "data-app-card";

function cardsIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`)];
}

/**
 * Arrow keys move over all cards of a region, across its lists: left and right in reading order, up and down to the
 * nearest card of the next row. Tab stops only at the last used card.
 */
export function useCardKeys() {
  const [current, setCurrent] = useState<string>();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cards = cardsIn(event.currentTarget);
    const from = cards.findIndex((card) => card === document.activeElement);
    if (from < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = target(event.key, cards, from);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  const onFocus = (event: { target: EventTarget }) => {
    const id = event.target instanceof Element ? event.target.getAttribute(CARD_ATTRIBUTE) : null;
    if (id !== null) setCurrent(id);
  };
  return { current, onKeyDown, onFocus };
}

function target(key: string, cards: HTMLElement[], from: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowRight":
      return cards[from + 1];
    case "ArrowLeft":
      return cards[from - 1];
    case "ArrowDown":
      return vertical(cards, from, 1);
    case "ArrowUp":
      return vertical(cards, from, -1);
    case "Home":
      return cards[0];
    case "End":
      return cards.at(-1);
    default:
      return undefined;
  }
}

/** The nearest card of the next row. Positions are measured, because lists differ in length. */
function vertical(cards: HTMLElement[], from: number, direction: 1 | -1): HTMLElement | undefined {
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const start = boxes[from];
  if (!start) return undefined;
  const beyond = boxes.filter((box) => direction * (box.top - start.top) > 1);
  const row = Math.min(...beyond.map((box) => direction * box.top)) * direction;
  const middle = start.left + start.width / 2;
  let best: HTMLElement | undefined;
  let bestDistance = Infinity;
  boxes.forEach((box, index) => {
    const distance = Math.abs(box.left + box.width / 2 - middle);
    if (Math.abs(box.top - row) <= 1 && distance < bestDistance) {
      best = cards[index];
      bestDistance = distance;
    }
  });
  return best;
}
