type Path = readonly string[];

/** The changes of one existing item by attribute path, and the attribute values that it must have. */
export type Update = {
  readonly set: readonly (readonly [Path, unknown])[];
  readonly removed?: readonly Path[];
  /** Paths of numbers to increment by one. */
  readonly incremented?: readonly Path[];
  /** Lists to add entries to, by path. */
  readonly appended?: readonly (readonly [Path, readonly unknown[]])[];
  readonly when?: Readonly<Record<string, unknown>>;
};

/** Top-level attributes as the `set` of an update. */
export const setFields = (fields: object): Update["set"] =>
  Object.entries(fields).map(([name, value]) => [[name], value]);

/** The expressions of an update. Names are placeholders, since an attribute name may be a reserved word. */
export const updateExpressions = ({
  set,
  removed = [],
  incremented = [],
  appended = [],
  when = {},
}: Update) => {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const addName = (attribute: string) => {
    const placeholder = names.get(attribute) ?? `#n${names.size}`;
    names.set(attribute, placeholder);
    return placeholder;
  };
  const addPath = (path: Path) => path.map(addName).join(".");
  const addValue = (value: unknown) => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = value;
    return placeholder;
  };
  const sets = [
    ...set.map(([path, value]) => `${addPath(path)} = ${addValue(value)}`),
    ...incremented.map((path) => `${addPath(path)} = ${addPath(path)} + ${addValue(1)}`),
    ...appended.map(
      ([path, entries]) => `${addPath(path)} = list_append(${addPath(path)}, ${addValue(entries)})`,
    ),
  ];
  const conditions = Object.entries(when).map(
    ([attribute, value]) => `${addName(attribute)} = ${addValue(value)}`,
  );
  const removals = removed.length > 0 ? ` REMOVE ${removed.map(addPath).join(", ")}` : "";
  return {
    UpdateExpression: `SET ${sets.join(", ")}${removals}`,
    ConditionExpression: [`attribute_exists(${addName("pk")})`, ...conditions].join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(
      [...names].map(([attribute, placeholder]) => [placeholder, attribute]),
    ),
    ExpressionAttributeValues: values,
  };
};
