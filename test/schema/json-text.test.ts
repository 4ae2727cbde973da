import { expect, it } from "@jest/globals";
import { textsIn } from "../../shared/schema/json-text.ts";

it("yields the texts and numbers in JSON, not the names of properties", () => {
  expect([...textsIn({ mail: "a", list: [1, '{"phone":"b"}'], none: null })]).toEqual([
    "a",
    "1",
    '{"phone":"b"}',
    "b",
  ]);
});
