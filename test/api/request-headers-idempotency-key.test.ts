import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { headerViolations, idempotencyKey } from "../../shared/api/request-headers.ts";
import { createLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { idempotencyKey as recordOf } from "../../shared/table/record-keys.ts";
import { FIRM_ID } from "../support/decisions.ts";
import { httpEvent } from "../support/http-call.ts";

const eventWith = (key: string) => httpEvent({ headers: { "idempotency-key": key } });
const fieldsOf = (key: string) =>
  headerViolations(createLeadEndpoint, eventWith(key)).map(({ field }) => field);

describe("an Idempotency-Key", () => {
  it.each(["a", "x".repeat(255), "!~\"#$%&'()*+,-./:;<=>?@[]^_`{|}", randomUUID()])("may be %s", (key) => {
    expect([idempotencyKey(eventWith(key)), fieldsOf(key)]).toEqual([key, []]);
  });

  it.each(["", " ", "a b", " a", "a ", "x".repeat(256), "ключ", "é", "a\tb", "\u007f"])(
    "must not be %j",
    (key) => {
      expect([idempotencyKey(eventWith(key)), fieldsOf(key)]).toEqual([null, ["Idempotency-Key"]]);
    },
  );

  it.each([
    ["a#b", "a#b."],
    ["KEY", "key"],
  ])("%j has another record than %j", (...keys) => {
    const [one, other] = keys.map((key) => recordOf(FIRM_ID, "create-lead", key));
    expect(one).not.toEqual(other);
  });
});
