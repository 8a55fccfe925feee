import { useState } from "react";

const KEY = "atrium.home-view";

/** How home shows its cards. */
export type HomeView = "grid" | "list";

/** The view that this browser remembers. */
export function useView(): [HomeView, (view: HomeView) => void] {
  const [view, setView] = useState(read);
  return [
    view,
    (next) => {
      setView(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage is off: the view lasts as long as the page.
      }
    },
  ];
}

function read(): HomeView {
  try {
    return localStorage.getItem(KEY) === "list" ? "list" : "grid";
  } catch {
    return "grid";
  }
}
