import { AppError, type ErrorCode } from "../schema/app-error.ts";
import { truncate } from "../schema/text.ts";
import { boundViolations, type Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { DATA_PREFIX } from "./source-mapping.rules.ts";

/** A problem of a delivery: a sentence for a person, and sentences that say where its value was looked for. */
export type Problem = {
  readonly field: string;
  readonly sentence: string;
  readonly places: readonly string[];
};

/** The characters of a sentence: it fits one line of a list, an email or a log. */
const LINE_CHARACTERS = 120;
const LABEL_CHARACTERS = 40;

export const NO_CONTACT = "No email or phone number found.";

/** The sentences about missing texts of a lead, by its fields in the API. */
const MISSING: Readonly<Record<string, string>> = {
  first_name: "No first name found.",
  last_name: "No last name found.",
  email: NO_CONTACT,
};

const isMissing = ({ message }: Violation) => message.startsWith("is required");

/** Other targets that may hold a target's value. */
export const ALTERNATIVES: Readonly<Record<string, string>> = {
  first_name: "full_name",
  last_name: "full_name",
  email: "phone",
};

/** Leaves out missing values if one at their own or other target is invalid: that one is the reason. */
export const withoutExplained = (
  violations: readonly Violation[],
  invalid: readonly Violation[],
): Violation[] => {
  const fields = new Set(invalid.map(({ field }) => field));
  const isExplained = ({ field }: Violation) => fields.has(field) || fields.has(ALTERNATIVES[field] ?? "");
  return violations.filter((each) => !(isMissing(each) && isExplained(each)));
};

/** Returns the problem of a field without its places. Names a field of the firm by its label. */
export const problemOf = (violation: Violation, leadFields: readonly CustomField[] = []): Problem => {
  const { field, message } = violation;
  const missing = isMissing(violation) ? MISSING[field] : undefined;
  const sentence = missing ?? inLine(`${subjectOf(field, leadFields)} ${message}`);
  return { field, sentence, places: [] };
};

const subjectOf = (field: string, leadFields: readonly CustomField[]): string => {
  const label = leadFields.find(({ key }) => DATA_PREFIX + key === field)?.label;
  if (label !== undefined) return truncate(label, LABEL_CHARACTERS);
  if (field === "body") return "The body";
  return field.charAt(0).toUpperCase() + field.slice(1).replace("_", " ");
};

const MORE = " and more.";

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

/** Returns the rejection of a delivery. Its message has the sentences of the problems, its details also their places. */
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
