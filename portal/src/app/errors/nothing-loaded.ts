/**
 * Shown if the code or the texts of the user interface could not be loaded: plain HTML in both languages, like the text
 * for browsers without JavaScript in index.html.
 */
export function showNothingLoaded(element: HTMLElement): void {
  const main = document.createElement("main");
  main.append(paragraph("Atrium could not be loaded.", "Reload", "en"));
  main.append(paragraph("Atrium 未能加载。", "重新加载", "zh-CN"));
  element.replaceChildren(main);
}

function paragraph(text: string, reload: string, language: string): HTMLElement {
  const paragraph = document.createElement("p");
  const button = document.createElement("button");
  button.textContent = reload;
  button.onclick = () => location.reload();
  paragraph.lang = language;
  paragraph.append(`${text} `, button);
  return paragraph;
}
