import { describe, expect, it } from "@jest/globals";
import { unknownNames, withNearMisses } from "../../shared/schema/near-misses.ts";

const required = (field: string, condition = "") => ({ field, message: `is required${condition}` });
const NAMES = ["lead_id", "type", "start_at", "duration_min", "email", "phone"];

const hintsFor = (json: object, ...violations: { field: string; message: string }[]) =>
  withNearMisses(violations, { json: { ...json }, names: NAMES }).map(({ message }) => message);

describe("the violation of a missing field", () => {
  it.each([
    ["lead_id", { lead: "x" }, "lead"],
    ["lead_id", { lead_id: " ", leadId: "x" }, "leadId"],
    ["start_at", { start: "x" }, "start"],
    ["start_at", { start_at: null, start_time: "x" }, "start_time"],
    ["duration_min", { title: "x", duration: 30 }, "duration"],
    ["duration_min", { duration_minutes: 30 }, "duration_minutes"],
    ["phone", { phoneNumber: "212" }, "phoneNumber"],
  ])("%s names what was sent for it in %j", (field, json, sent) => {
    expect(hintsFor(json, required(field))).toEqual([`is required; you sent ${sent}`]);
  });

  it("names what was sent for another field that would do", () => {
    const message = "is required when phone is absent";
    expect(hintsFor({ phone_number: "212" }, { field: "email", message })).toEqual([
      `${message}; you sent phone_number`,
    ]);
    const nothing = { field: "body", message: "must have one of start_at, duration_min or type" };
    expect(hintsFor({ duration: 30 }, nothing)).toEqual([`${nothing.message}; you sent duration`]);
  });

  it.each([
    ["a name that resembles no field", { given: "x" }],
    ["a name that resembles another field", { typ: "x" }],
    ["its own name", { lead_id: null }],
    ["a name from an object's prototype", { constructor: 1 }],
  ])("does not name %s", (_, json) => {
    expect(hintsFor(json, required("lead_id"))).toEqual(["is required"]);
  });
});

it("the violation of a field that was sent stays as it is, and so does that of a part of a field", () => {
  const invalid = { field: "start_at", message: "must be an instant" };
  const part = { field: "data.start_at", message: "is required" };
  expect(hintsFor({ start_at: "x", start: "y" }, invalid, part)).toEqual([invalid.message, part.message]);
});

it("a name that is a violation of its own is not named again", () => {
  const [unknown] = unknownNames("field", ["start"], NAMES);
  expect(hintsFor({ start: "x" }, required("start_at"), ...(unknown ? [unknown] : []))).toEqual([
    "is required",
    "is not a field (did you mean start_at?)",
  ]);
});

it.each([
  ["the one that was meant", "Lead-Id", NAMES, "is not a parameter (did you mean lead_id?)"],
  ["all that there are", "x", ["limit", "q"], "is not a parameter; use one of: limit, q"],
  ["that there are none", "__proto__", [], "is not a parameter: there are none"],
])("an unknown name is refused with %s", (_, sent, names, message) => {
  expect(unknownNames("parameter", [sent], names)).toEqual([{ field: sent, message }]);
});
