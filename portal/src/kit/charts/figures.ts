/** A row of a chart with its values, one for each label. */
export interface Series {
  key: string;
  name: string;
  values: readonly number[];
  /** The address of the list behind this part. */
  list?: string | undefined;
  /** The addresses of the lists behind its values, one for each label. */
  lists?: readonly (string | undefined)[];
}

/** What a chart, its table and its file show. */
export interface Figures {
  /** What the labels are: days, methods, applications. */
  head: string;
  labels: readonly string[];
  /** The addresses of the lists behind the labels. */
  lists?: readonly (string | undefined)[];
  series: readonly Series[];
}

/** The sum of all values. */
export function totalOf({ series }: Pick<Figures, "series">): number {
  return series.reduce((sum, { values }) => sum + values.reduce((all, one) => all + one, 0), 0);
}

/** A spreadsheet would take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The figures as a file for spreadsheets: UTF-8 with its mark, so that Excel reads Chinese. */
export function csvOf({ head, labels, series }: Figures): string {
  const rows = [
    [head, ...series.map(({ name }) => name)].map(cell),
    ...labels.map((label, at) => [cell(label), ...series.map(({ values }) => String(values[at] ?? 0))]),
  ];
  return `\uFEFF${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;
}
