/**
 * In place of a white page, where neither what draws nor its texts could be had: in both languages and in plain HTML,
 * as the words for who has no JavaScript in index.html.
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
