import { describe, expect, it } from "@jest/globals";
import { invalidRequest } from "../../shared/schema/app-error.ts";
import { boundViolations, firstPerField } from "../../shared/schema/violations.ts";

const violations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ field: `f[${index}]`, message: "is required" }));

describe("an error", () => {
  it("names a hundred violations", () => {
    const error = invalidRequest(violations(100));
    expect(error.details).toHaveLength(100);
    expect(error.message).toMatch(/f\[99\] is required\.$/);
  });

  it.each([101, 32_753])("states the number of further violations: %d", (count) => {
    const error = invalidRequest(violations(count));
    expect(error.details).toHaveLength(100);
    expect(error.message.endsWith(`; and ${count - 100} more.`)).toBe(true);
  });

  it("stays small however long fields and messages are", () => {
    const long = violations(100).map(() => ({
      field: "\u0000".repeat(60_000),
      message: "é😀".repeat(60_000),
    }));
    const { message, details } = invalidRequest(long);
    expect(details?.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify({ message, details }))).toBeLessThan(64 * 1024);
    expect(message).toMatch(/and \d+ more/);
    expect(message.isWellFormed()).toBe(true);
  });
});

it("leaves few short violations unchanged", () => {
  expect(boundViolations(violations(3))).toEqual(violations(3));
});

it("has well-formed Unicode, whatever a caller has sent", () => {
  expect(boundViolations([{ field: "\ud800name", message: "is no field, unlike name\udc00" }])).toEqual([
    { field: "\ufffdname", message: "is no field, unlike name\ufffd" },
  ]);
});

it("reads each violation once to find the first of each field", () => {
  let reads = 0;
  const counted = violations(1_000).map(({ field, message }) => ({
    get field() {
      reads += 1;
      return field;
    },
    message,
  }));
  expect(firstPerField([...counted, ...counted])).toHaveLength(1_000);
  expect(reads).toBe(2_000);
});
