import { expect, it } from "@jest/globals";
import { refusalByStatus, storedValidators } from "../../shared/calendars/feed-download.rules.ts";

it.each([
  [404, "There is no calendar at the address (404). Copy the calendar's secret address again."],
  [500, "The calendar's server answered with an error (500). Intake tries again."],
])("the status %i is a sentence", (status, sentence) => {
  expect(refusalByStatus(status)).toBe(sentence);
});

it.each([
  ["etag", 500, 500],
  ["etag", 501, 0],
  ["lastModified", 500, 500],
  ["lastModified", 501, 0],
] as const)("of a validator %s of %i characters, %i are stored", (name, length, stored) => {
  const validators = { etag: "", lastModified: "", [name]: "x".repeat(length) };
  expect(storedValidators(validators)[name]).toHaveLength(stored);
});
