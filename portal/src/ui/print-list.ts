/** Somebody has chosen a printer by then. */
const LONGEST_MS = 120_000;

/** Prints a short list under its title and nothing else of the page. */
export function printList(title: string, items: string[]): void {
  const frame = document.createElement("iframe");
  // Not hidden: some browsers print a hidden frame as an empty page.
  Object.assign(frame.style, { position: "fixed", width: "0", height: "0", border: "0" });
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  // Firefox replaces the document that is there before.
  frame.addEventListener("load", () => fill(frame, title, items), { once: true });
  document.body.append(frame);
}

function fill(frame: HTMLIFrameElement, title: string, items: string[]) {
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.title = title;
  page.documentElement.lang = document.documentElement.lang;
  const heading = page.createElement("h1");
  heading.textContent = title;
  const list = page.createElement("ul");
  for (const item of items) list.appendChild(page.createElement("li")).textContent = item;
  page.body.append(heading, list);
  // It may contain secrets. Not every browser says that it has printed.
  view.addEventListener("afterprint", () => frame.remove());
  setTimeout(() => frame.remove(), LONGEST_MS);
  view.focus();
  view.print();
}
