/** Returns a count with three significant digits: `1,230`, `12.3 M`. */
export const countText = (count: number): string =>
  count >= 1e6
    ? `${countText(count / 1e6)} M`
    : count.toLocaleString("en-US", { maximumSignificantDigits: 3 });

export const dollarText = (dollars: number): string => {
  if (dollars > 0 && dollars < 0.1)
    return `$${dollars.toLocaleString("en-US", { maximumSignificantDigits: 2 })}`;
  return dollars < 100 ? `$${dollars.toFixed(2)}` : `$${Math.round(dollars).toLocaleString("en-US")}`;
};

export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Returns the text with its table of these headings replaced. */
export const withTable = (
  text: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  text.replace(
    new RegExp(`^\\| ${headings.join(" \\| ")} \\|\n(\\|.*\n)*`, "m"),
    () => `${table(headings, rows)}\n`,
  );

/**
 * Puts each table between its marks, `<!-- name -->` and `<!-- end -->`.
 * @throws Error if the text has no such marks
 */
export const withTables = (text: string, tables: Readonly<Record<string, string>>): string =>
  Object.entries(tables).reduce((written, [name, each]) => {
    const [before, after] = written.split(`<!-- ${name} -->\n`);
    const end = after?.indexOf("<!-- end -->") ?? -1;
    if (end < 0) throw new Error(`There are no marks of the table ${name}.`);
    return `${before}<!-- ${name} -->\n${each}\n${after?.slice(end)}`;
  }, text);
