/** `\p{Cc}`, as every regular expression language writes it. */
const CONTROL = "\\x00-\\x1F\\x7F-\\x9F";
const NOT_IN_LINE = `${CONTROL}\\u2028\\u2029`;
const NOT_IN_TEXT = "\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F";

const nonBlank = (excluded: string) => `^\\s*[^\\s${CONTROL}][^${excluded}]*$`;

/** What the OpenAPI document says of texts: that they have no control characters, and are not blank. */
export const TEXT_PATTERNS = {
  line: `^[^${NOT_IN_LINE}]*$`,
  nonBlankLine: nonBlank(NOT_IN_LINE),
  text: `^[^${NOT_IN_TEXT}]*$`,
  nonBlankText: nonBlank(NOT_IN_TEXT),
} as const;
