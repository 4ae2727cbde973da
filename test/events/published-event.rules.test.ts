import { expect, it } from "@jest/globals";
import { parsePublishedEvent } from "../../shared/events/published-event.rules.ts";

const detail = { id: "e", type: "lead.created", firm_id: "f", data: { first_name: "Ada" } };
const parsed = { id: "e", type: "lead.created", firmId: "f" };

it.each<[string, string[] | undefined, object]>([
  ["the request that changed the record", ["r", "other"], { ...parsed, requestId: "r" }],
  ["no request", [], { ...parsed, requestId: undefined }],
  ["no resources", undefined, { ...parsed, requestId: undefined }],
])("an event from the bus has its identity, with %s", (_, resources, expected) => {
  expect(parsePublishedEvent({ detail, ...(resources && { resources }) })).toEqual(expected);
});

it.each([
  ["no id", { ...detail, id: undefined }],
  ["no type", { ...detail, type: 5 }],
  ["no firm", { ...detail, firm_id: null }],
  ["no fields", undefined],
  ["a text", "Ada"],
])("what has %s is no event, and none of it is quoted", (_, wrong) => {
  const parse = () => parsePublishedEvent({ detail: wrong });
  expect(parse).toThrow("The bus delivered something that is not an event.");
  expect(parse).not.toThrow("Ada");
});
