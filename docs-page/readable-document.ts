/**
 * A copy of a document as people read it: without the expressions of texts, without the empty text as an alternative,
 * which the descriptions name, and with short titles.
 */
export const readableDocument = <Document>(document: Document): Document =>
  JSON.parse(JSON.stringify(document, readable));

const readable = (name: string, value: unknown) => {
  if (typeof value === "string") {
    if (name === "pattern") return undefined;
    return name === "summary" ? withoutRemark(value) : value;
  }
  return name === "anyOf" && Array.isArray(value) ? value.filter((each) => each.const !== "") : value;
};

/** `"Add a lead source; its key is shown only once"` → `"Add a lead source"`: the prose says the rest. */
const withoutRemark = (summary: string) => summary.replace(/;.*/, "");
