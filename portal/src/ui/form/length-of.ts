/** How many characters a text has for people: grapheme clusters, as the server counts (crates/base/src/i18n/characters.rs). */
export function lengthOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}

/** The properties of an input that limit its characters. */
interface Limited {
  maxLength?: number | undefined;
  name?: string | undefined;
}

/**
 * The browser counts UTF-16 units and stops an emoji of a family after nine of them. So the field of a form has no
 * `maxLength`: the form compares what people count with this mark (`useForm`). A field without a form keeps the browser's limit.
 */
export function limitOf({ maxLength, name }: Limited) {
  if (maxLength === undefined) return {};
  return name === undefined ? { maxLength } : { "data-most": maxLength };
}

/** The fields whose text in `textOf` has more characters than their mark allows, each with its limit. */
export function tooLong(
  fields: Element[],
  textOf: (name: string) => unknown,
): [name: string, most: string][] {
  return fields.flatMap((field) => {
    const {
      name,
      dataset: { most },
    } = field as HTMLInputElement;
    const text = textOf(name);
    if (most === undefined || typeof text !== "string") return [];
    return lengthOf(text.trim()) > Number(most) ? [[name, most]] : [];
  });
}
