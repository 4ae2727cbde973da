/** An object of the document. */
type Part = Readonly<Record<string, unknown>>;

/**
 * Returns a copy of a document for people: without the expressions of texts, without the empty text as an alternative,
 * which the descriptions name, with null as a type instead of an alternative, with short titles, and without samples of
 * one of several examples.
 */
export const readableDocument = <Document>(document: Document): Document =>
  JSON.parse(JSON.stringify(document, readable));

const readable = (name: string, value: unknown) =>
  typeof value === "string" ? readableText(name, value) : readablePart(name, value);

const readableText = (name: string, text: string) => {
  if (name === "pattern") return undefined;
  return name === "summary" ? withoutRemark(text) : text;
};

const readablePart = (name: string, value: unknown) => {
  if (name === "post") return withoutSamplesOfOne(Object(value));
  // Scalar misses a type in the schema of any value.
  if (name === "additionalProperties" && JSON.stringify(value) === "{}") return true;
  return Array.isArray(Object(value).anyOf) ? withTypes(Object(value)) : value;
};

type Alternatives = Part & { readonly anyOf: readonly Part[] };

/**
 * Writes null as a type, `["string", "null"]`, instead of an alternative, and the types of other alternatives beside them:
 * Scalar takes a list for faulty whose entries have properties without a type.
 */
const withTypes = ({ anyOf, ...schema }: Alternatives): Part => {
  const alternatives = anyOf.filter((each) => each.const !== "");
  const types = [...new Set(alternatives.flatMap(({ type }) => type ?? []))];
  const [value = {}, other, ...more] = alternatives;
  const isNullable = more.length === 0 && other?.type === "null" && value.type !== undefined;
  if (isNullable) return { ...value, ...schema, type: types, ...withNull(value) };
  const haveTypes = alternatives.every(({ type }) => type !== undefined);
  return { ...(haveTypes && { type: types }), ...schema, anyOf: alternatives };
};

const withNull = ({ enum: values }: Part) => Array.isArray(values) && { enum: [...values, null] };

/** Shortens `"Add a lead source; its key is shown only once"` to `"Add a lead source"`; the prose has the rest. */
const withoutRemark = (summary: string) => summary.replace(/;.*/, "");

/**
 * Removes an operation's samples if it has several examples: without samples, Scalar writes the request of the chosen
 * example.
 */
const withoutSamplesOfOne = (operation: Part) => {
  const { "x-codeSamples": samples, ...others } = operation;
  return hasChoice(operation) ? others : { ...others, "x-codeSamples": samples };
};

const hasChoice = ({ requestBody }: Part) =>
  Object(requestBody).content?.["application/json"]?.examples !== undefined;
