import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

/** Returns the colors of a page by their names, for each color scheme. */
const colorsIn = (file: string) => {
  const [light = "", dark = ""] = readFileSync(file, "utf8").split("prefers-color-scheme: dark");
  const colors = (css: string) =>
    Object.fromEntries(
      Array.from(css.matchAll(/--([\w-]+): (#[\da-f]+);/g), ([, name = "", color]) => [name, color]),
    );
  return { light: colors(light), dark: { ...colors(light), ...colors(dark) } };
};

/** Returns the relative luminance of WCAG 2.2. */
const luminance = (color: string): number => {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/g, "$&$&") : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one = "", other = "") => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const SURFACES = ["paper", "card", "tint", "sunk", "warn-tint", "danger-tint"];
const WORDS = ["ink", "muted", "accent", "danger", "warn", "error"];

describe.each(["pages/shared/colors.css", "docs/recipes/html-form/form.html"])("the colors of %s", (file) => {
  describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
    const colors = colorsIn(file)[scheme];
    const surfaces = SURFACES.filter((name) => name in colors);

    it.each(surfaces)("let words and the border of a control be seen on %s", (surface) => {
      for (const line of ["border", "accent"])
        expect(contrast(colors[line], colors[surface])).toBeGreaterThanOrEqual(3);
      for (const word of WORDS.filter((name) => name in colors))
        expect(contrast(colors[word], colors[surface])).toBeGreaterThanOrEqual(4.5);
    });
  });
});

it("contrast is computed as WCAG does", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#87909c", "#f5f4f1")).toBeCloseTo(2.94, 2);
});
