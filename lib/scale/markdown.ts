/** Dollars with the digits that matter. */
export const dollarText = (dollars: number): string => {
  if (dollars >= 100) return `$${grouped(Math.round(dollars))}`;
  if (dollars >= 0.1 || dollars === 0) return `$${dollars.toFixed(2)}`;
  return `$${trimmed(dollars.toPrecision(2))}`;
};

const SUFFIXES = [
  { from: 1e9, suffix: " G" },
  { from: 1e6, suffix: " M" },
] as const;

/** A number with three digits that matter: `1,230`, `12.3 M`. */
export const countText = (count: number): string => {
  const scale = SUFFIXES.find(({ from }) => count >= from);
  if (scale) return `${trimmed((count / scale.from).toPrecision(3))}${scale.suffix}`;
  if (count >= 100) return grouped(Math.round(count));
  return trimmed(String(Number(count.toPrecision(3))));
};

/** Rounds down to two digits that matter: a limit must not be said to be higher than it is. */
export const limitText = (count: number): string => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return countText(Math.floor(count / step) * step);
};

/** A count with its unit, which is written in the plural. */
export const quantityText = (count: number, unit: string): string =>
  `${countText(count)} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

export const percentText = (share: number): string => `${countText(100 * share)} %`;

const grouped = (count: number) => count.toLocaleString("en-US");

const trimmed = (text: string) => {
  const number = Number(text);
  return text.includes("e")
    ? number.toLocaleString("en-US", { maximumSignificantDigits: 3 })
    : String(number);
};

export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
