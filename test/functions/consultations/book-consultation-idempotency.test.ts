import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/book-consultation.ts";
import { handler as updateHandler } from "../../../functions/consultations/update-consultation.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  withAttorney as fixtureWithAttorney,
} from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture(table);
});

/** Each test books with its own attorney. */
const withAttorney = (changes: Partial<Member> = {}) => fixtureWithAttorney(table, fixture, changes);

const book = ({ key }: BookingFixture, body: unknown, headers?: Record<string, string>) =>
  call(handler, { key, body, headers });

describe("a booking's Idempotency-Key", () => {
  it("returns the current state of the consultation for a repeat, even when a rule would now reject it", async () => {
    const own = await withAttorney();
    const headers = { "idempotency-key": "repeat" };
    const first = await book(own, bookingBody(own), headers);
    const repeat = () => book(own, bookingBody(own), headers);
    const second = await repeat();
    expect([second.status, second.headers["idempotent-replayed"], second.body]).toEqual([
      201,
      "true",
      first.body,
    ]);

    const closed = memberToItem(fixture.firmId, {
      ...own.attorney,
      officeHours: [],
      active: false,
      version: 2,
    });
    await table.client.send(new PutCommand({ TableName: table.name, Item: closed }));
    expect((await repeat()).body).toEqual(first.body);

    const canceled = await call(updateHandler, {
      key: own.key,
      params: { id: first.body.id },
      body: { status: "canceled" },
    });
    expect((await repeat()).body).toEqual(canceled.body);
  });

  it("rejects the same key with another body, and accepts the key of a rejected booking", async () => {
    const own = await withAttorney();
    const headers = { "idempotency-key": "another" };
    expect((await book(own, bookingBody(own, { duration_min: 1 }), headers)).status).toBe(422);
    expect((await book(own, bookingBody(own), headers)).status).toBe(201);
    const { status, body } = await book(own, bookingBody(own, { paid: true }), headers);
    expect([status, body.error.details[0].field]).toEqual([422, "Idempotency-Key"]);
    expect((await book(own, bookingBody(own), { "idempotency-key": "ü" })).body.error.details[0].field).toBe(
      "Idempotency-Key",
    );
  });

  it("is scoped to its firm", async () => {
    const [own, other] = [await withAttorney(), await createBookingFixture(table)];
    const headers = { "idempotency-key": "shared" };
    const responses = [
      await book(own, bookingBody(own), headers),
      await book(other, bookingBody(other), headers),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.headers["idempotent-replayed"]).toBeUndefined();
  });

  it("creates one consultation for 20 concurrent requests", async () => {
    const own = await withAttorney();
    const headers = { "idempotency-key": "parallel" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => book(own, bookingBody(own), headers)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });
});
