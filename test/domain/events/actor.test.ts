import { expect, it } from "@jest/globals";
import { callerActor } from "../../../shared/domain/events/actor.ts";

it.each([
  ["an API key", { id: "key" }, { type: "api_key", id: "key" }],
  ["an ingestion key as its source", { id: "key", sourceId: "source" }, { type: "source", id: "source" }],
] as const)("names %s", (_, caller, actor) => {
  expect(callerActor(caller)).toEqual(actor);
});
