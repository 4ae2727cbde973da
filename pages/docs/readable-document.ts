/** An object of the document. */
type Part = Readonly<Record<string, unknown>>;

/**
 * Returns a copy of a document for people: without the expressions of texts, without the empty text as an alternative,
 * which the descriptions name, with short titles, and without samples of one of several examples.
 */
export const readableDocument = <Document>(document: Document): Document =>
  JSON.parse(JSON.stringify(document, readable));

const readable = (name: string, value: unknown) => {
  if (typeof value === "string") {
    if (name === "pattern") return undefined;
    return name === "summary" ? withoutRemark(value) : value;
  }
  if (name === "anyOf" && Array.isArray(value)) return value.filter((each) => each.const !== "");
  return name === "post" ? withoutSamplesOfOne(Object(value)) : value;
};

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
