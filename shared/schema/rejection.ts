import { AppError, type ErrorCode } from "./app-error.ts";
import { truncate } from "./text.ts";
import { boundViolations, type Violation } from "./violations.ts";

/** A problem of a body: a sentence for a person, and sentences that say where its value was looked for. */
export type Problem = {
  readonly field: string;
  readonly sentence: string;
  readonly places: readonly string[];
};

/** The characters of a sentence: it fits one line of a list, an email or a log. */
const LINE_CHARACTERS = 120;

const MORE = " and more.";

/** Returns the problem of a field without its places. */
export const problemOf = ({ field, message }: Violation, subject = subjectOf(field)): Problem => ({
  field,
  sentence: inLine(`${subject} ${message}`),
  places: [],
});

const subjectOf = (field: string): string =>
  field === "body" ? "The body" : field.charAt(0).toUpperCase() + field.slice(1).replace("_", " ");

/** Ends a sentence. Cuts a longer one between words, or between the entries of a list. */
const inLine = (text: string): string => {
  if (text.length < LINE_CHARACTERS) return `${text}.`;
  const start = text.slice(0, LINE_CHARACTERS - MORE.length);
  const end = [start.lastIndexOf(", "), start.lastIndexOf(" ")].find((index) => index > 0);
  return (end === undefined ? truncate(text, LINE_CHARACTERS - MORE.length) : start.slice(0, end)) + MORE;
};

/** Lists whole paths in one line, as many as fit. Of a longer path it shows the end, which tells it from others. */
export const listInLine = (start: string, paths: readonly string[]): string => {
  const room = LINE_CHARACTERS - start.length - MORE.length;
  let text = "";
  for (const path of paths) {
    const longer = text === "" ? lastCharacters(path, room) : `${text}, ${path}`;
    if (longer.length > room) return start + text + MORE;
    text = longer;
  }
  return `${start}${text}.`;
};

const lastCharacters = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `…${text.slice(1 - maximum).replace(/^[\uDC00-\uDFFF]/, "")}`;

/** Returns the rejection of a body. Its message has the sentences of the problems, its details also their places. */
export const rejection = (problems: readonly Problem[], code: ErrorCode = "invalid_request"): AppError => {
  const violations = problems.map(({ field, sentence, places }) => ({
    field,
    message: [sentence, ...places].join(" "),
  }));
  return new AppError(code, sentencesInLine(problems), { details: boundViolations(violations) });
};

/** Returns the first sentence, as many others as fit a line with it, and the number of the rest. */
const sentencesInLine = (problems: readonly Problem[]): string => {
  const sentences = problems.map(({ sentence }) => sentence);
  const texts = sentences.map((_, index) => {
    const rest = sentences.length - index - 1;
    return [...sentences.slice(0, index + 1), ...(rest > 0 ? [`And ${rest} more, see details.`] : [])].join(
      " ",
    );
  });
  return texts.findLast((text) => text.length <= LINE_CHARACTERS) ?? texts[0] ?? "";
};
