type Notation = {
  readonly indent: string;
  readonly words: Readonly<Record<"true" | "false" | "null", string>>;
  readonly nameOf: (name: string) => string;
  /** Stands around the entries of an object on one line. */
  readonly padding: string;
  readonly lastComma: string;
};

const JSON_WORDS = { true: "true", false: "false", null: "null" };

const NOTATIONS = {
  json: { indent: "  ", words: JSON_WORDS, nameOf: JSON.stringify, padding: " ", lastComma: "" },
  javascript: {
    indent: "  ",
    words: JSON_WORDS,
    nameOf: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)),
    padding: " ",
    lastComma: ",",
  },
  python: {
    indent: "    ",
    words: { true: "True", false: "False", null: "None" },
    nameOf: JSON.stringify,
    padding: "",
    lastComma: ",",
  },
} as const satisfies Record<string, Notation>;

const WIDTH = 60;

/** Returns a JSON value in a language's notation: on one line if it lies within another and is short. */
export const literal = (value: unknown, language: keyof typeof NOTATIONS, depth = 0): string => {
  const notation: Notation = NOTATIONS[language];
  if (typeof value === "boolean" || value === null) return notation.words[`${value}`];
  if (typeof value !== "object") return JSON.stringify(value);
  const { open, close, padding, entries } = Array.isArray(value)
    ? { open: "[", close: "]", padding: "", entries: value.map((each) => ["", each] as const) }
    : { open: "{", close: "}", padding: notation.padding, entries: namedEntries(value, notation) };
  const written = (inner: number) =>
    entries.map(([name, each]) => `${name}${literal(each, language, inner)}`);
  const line = `${open}${padding}${written(depth + 1).join(", ")}${padding}${close}`;
  if (depth > 0 && line.length <= WIDTH && !line.includes("\n")) return line;
  const indent = notation.indent.repeat(depth);
  const lines = written(depth + 1).map((entry) => `\n${indent}${notation.indent}${entry}`);
  return `${open}${lines.join(",")}${notation.lastComma}\n${indent}${close}`;
};

const namedEntries = (value: object, { nameOf }: Notation) =>
  Object.entries(value).map(([name, each]) => [`${nameOf(name)}: `, each] as const);
