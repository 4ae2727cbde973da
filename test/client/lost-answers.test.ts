import { describe, expect, it } from "@jest/globals";
import { IntakeOutcomeUnknownError, IntakeResponseError } from "../../client/src/errors.ts";
import { FIELDS_IN_PARTS } from "../../client/src/lost-answers.ts";
import { memberFields } from "../../shared/members/member-fields.contract.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { sourceFields } from "../../shared/sources/source-fields.contract.ts";
import { webhookFields } from "../../shared/webhooks/webhook-fields.contract.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { drop, failure, html, json, scriptedService } from "./scripted-service.ts";

useReceivers();

const path = { id: "0198c5a0-0000-7000-8000-000000000000" };
const rateLimited = failure(429, "rate_limited", { "retry-after": "0" });
const unavailable = failure(503, "unavailable", { "retry-after": "0" });

/** Returns the methods of requests: each PATCH here has a body, and no GET has one. */
const methodsOf = (received: readonly { readonly body: string }[]) =>
  received.map(({ body }) => (body === "" ? "GET" : "PATCH"));

type Operation = "updateFirm" | "updateMember" | "updateSource" | "updateWebhook" | "updateLead";

/** Sends a change whose answer is lost. A GET then shows `record`. */
const change = async (operation: Operation, body: object, record: object) => {
  const { client } = await scriptedService([drop, json(200, record)]);
  const send = client[operation] as (input: object) => Promise<unknown>;
  return send({ path, body });
};

describe("a change whose answer is lost", () => {
  const TYPE = { key: "initial", name: "Initial", duration_min: 30 };
  const NO_DEFAULTS = { amount: null, location: null, attorney_ids: null, reminders_min: null };
  const MASKED = "********";
  const SIGNATURE = { header: "X-Signature", secret: MASKED };

  it.each<[string, Operation, object, object]>([
    ["removes all headers", "updateWebhook", { headers: {} }, { headers: { Authorization: MASKED } }],
    [
      "removes one header",
      "updateWebhook",
      { headers: { "X-A": MASKED } },
      { headers: { "X-A": MASKED, Authorization: MASKED } },
    ],
    ["clears a mapping", "updateSource", { mapping: {} }, { mapping: { email: "a" } }],
    [
      "removes an entry of a mapping",
      "updateSource",
      { mapping: { email: "a" } },
      { mapping: { email: "a", phone: "p" } },
    ],
    [
      "removes a fallback",
      "updateSource",
      { mapping: { last_name: { path: "a" } } },
      { mapping: { last_name: { path: "a", fallback: "Unknown" } } },
    ],
    [
      "writes a path in another case",
      "updateSource",
      { mapping: { email: "Contact.Email" } },
      { mapping: { email: "contact.email" } },
    ],
    [
      "resets an algorithm",
      "updateSource",
      { signature: SIGNATURE },
      { signature: { ...SIGNATURE, algorithm: "sha1", encoding: "hex", prefix: "" } },
    ],
    [
      "removes the price of a type",
      "updateFirm",
      { consultation_types: [TYPE] },
      { consultation_types: [{ ...TYPE, ...NO_DEFAULTS, amount: 150 }] },
    ],
    [
      "opens a stage",
      "updateFirm",
      { stages: [{ key: "a", name: "A" }] },
      { stages: [{ key: "a", name: "A", terminal: true }] },
    ],
    [
      "removes a reason",
      "updateMember",
      { time_off: [{ start_date: "2026-01-01", end_date: "2026-01-02" }] },
      { time_off: [{ start_date: "2026-01-01", end_date: "2026-01-02", reason: "Vacation" }] },
    ],
    [
      "writes a value of a firm's field in another case",
      "updateLead",
      { data: { case_id: "AB-1", email: "A@x" } },
      { data: { case_id: "ab-1", email: "a@x" } },
    ],
  ])("is not reported as done while the record is as before: one that %s", async (_change, ...call) => {
    const error = await change(...call).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(IntakeOutcomeUnknownError);
    expect(Object(error).mayRepeat).toBe(false);
  });

  it.each<[string, Operation, object, object]>([
    [
      "omits what a type lacks",
      "updateFirm",
      { consultation_types: [TYPE] },
      { consultation_types: [{ ...TYPE, ...NO_DEFAULTS }] },
    ],
    ["removes all headers", "updateWebhook", { headers: {} }, { headers: {} }],
    ["names a stage by its key", "updateLead", { status: { key: "a" } }, { status: { key: "a", name: "A" } }],
    ["adds data", "updateLead", { data: { a: " x ", b: null } }, { data: { a: "x", c: "y" } }],
    [
      "names one rule",
      "updateMember",
      { booking_rules: { buffer_min: 5 } },
      { booking_rules: { buffer_min: 5, max_per_day: 8 } },
    ],
    [
      "names hours off in another zone",
      "updateMember",
      { time_off: [{ start_at: "2026-01-01T10:00:00+02:00", end_at: "2026-01-01T09:00:00Z" }] },
      {
        time_off: [{ start_at: "2026-01-01T08:00:00.000Z", end_at: "2026-01-01T09:00:00.000Z", reason: "" }],
      },
    ],
  ])("is reported as done when the record shows it: one that %s", async (_change, ...call) => {
    expect(await change(...call)).toEqual(call[2]);
  });

  it("is sent again while the record has the version of If-Match, whatever it shows", async () => {
    const before = { enabled: true, version: 1 };
    const steps = [drop, json(200, before), json(200, { ...before, version: 2 })];
    const { client, received } = await scriptedService(steps);
    const headers = { "If-Match": '"1"' };
    expect(await client.updateWebhook({ path, headers, body: { enabled: true } })).toMatchObject({
      version: 2,
    });
    expect(methodsOf(received)).toEqual(["PATCH", "GET", "PATCH"]);
  });

  it("is sent again by a client's link while that shows the etag of If-Match", async () => {
    const start_at = "2055-03-03T10:00:00.000Z";
    const before = { start_at: "2055-03-04T10:00:00.000Z", status: "scheduled" };
    const move = async (etag: string) => {
      const moved = json(200, { start_at, status: "rescheduled" });
      const { client } = await scriptedService([drop, json(200, { consultation: before, etag }), moved]);
      return client.updateByLink({ headers: { "If-Match": '"a"' }, body: { start_at } });
    };
    expect(await move('"a"')).toMatchObject({ start_at });
    await expect(move('"b"')).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
  });

  describe("and whose record still has the version of If-Match after the last retry", () => {
    const before = json(200, { name: "A", version: 1 });

    /** Sends the name "A" and loses the answer. */
    const rename = async (steps: Parameters<typeof scriptedService>[0], maxRetries: number) => {
      const { client } = await scriptedService([drop, ...steps], { maxRetries });
      return client.updateFirm({ headers: { "If-Match": '"1"' }, body: { name: "A" } });
    };

    it.each([
      ["no retry is allowed", [before], 0],
      ["the retry is lost too", [before, unavailable, before], 1],
    ])("is done if the record shows it and %s: nothing needed changing", async (_, steps, maxRetries) => {
      expect(await rename(steps, maxRetries)).toEqual({ name: "A", version: 1 });
    });

    it("stays unknown if the record shows something else", async () => {
      const sent = rename([json(200, { name: "B", version: 1 })], 0);
      await expect(sent).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
    });

    it("is refused if the service refuses the retry", async () => {
      const sent = rename([before, failure(422, "invalid_request"), before], 1);
      await expect(sent).rejects.toMatchObject({ code: "invalid_request" });
    });
  });
});

describe("a look at the outcome of a call", () => {
  it("ends with the error of the caller's own callback", async () => {
    const { client } = await scriptedService([drop, json(200, {})]);
    const onResponse = async () => Promise.reject(new Error("mine"));
    await expect(client.archiveLead({ path }, { onResponse })).rejects.toThrow("mine");
  });
});

describe("the fields that bodies change in parts", () => {
  type Fields = {
    readonly rows: Readonly<Record<string, Row>>;
    readonly changes: (input: never, before: never) => object;
  };
  type Row = {
    readonly attribute?: string;
    readonly changed?: () => Accepts;
    readonly description?: string;
  };
  type Accepts = { readonly safeParse: (input: unknown) => { readonly success: boolean } };

  /** Returns the names of the objects of which a change without fields leaves everything. */
  const fieldsInParts = ({ rows, changes }: Fields) =>
    Object.entries(rows).flatMap(([name, { attribute = name, changed }]) => {
      if (!changed?.().safeParse({}).success) return [];
      const before = { [attribute]: { kept: "x" } };
      const after = changes({ [name]: {} } as never, before as never);
      return Reflect.get(Object(Reflect.get(after, attribute)), "kept") === "x" ? [name] : [];
    });

  it("are those that the service merges", () => {
    const settings = [firmFields, memberFields, sourceFields, webhookFields].flatMap((fields) =>
      fieldsInParts(fields),
    );
    expect(new Set([...settings, "data", "status"])).toEqual(new Set(FIELDS_IN_PARTS));
  });
});

describe("the retries of a call whose outcome is looked at", () => {
  const cancel = async (steps: Parameters<typeof scriptedService>[0]) => {
    const { client, received } = await scriptedService(steps);
    const canceled = client.updateConsultation({ path, body: { status: "canceled" } });
    const error = await canceled.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(IntakeOutcomeUnknownError);
    expect(error.mayRepeat).toBe(true);
    return methodsOf(received);
  };
  const scheduled = json(200, { status: "scheduled" });

  it("are counted together with those before the look", async () => {
    const steps = [rateLimited, rateLimited, unavailable, scheduled, unavailable, scheduled];
    expect(await cancel(steps)).toEqual(["PATCH", "PATCH", "PATCH", "GET", "PATCH", "GET"]);
  });

  it("leave the outcome unknown when the service has not read the last one", async () => {
    const steps = [unavailable, scheduled, rateLimited, rateLimited, rateLimited, scheduled];
    expect(await cancel(steps)).toEqual(["PATCH", "GET", "PATCH", "PATCH", "PATCH", "GET"]);
  });

  it.each([
    ["the service has not read them", rateLimited],
    ["a proxy refuses them", html(403)],
  ])("are an error of a deletion that may have been done, when %s", async (_, refusal) => {
    const { client } = await scriptedService([drop, refusal]);
    await expect(client.deleteHold({ path })).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
  });

  it("are looked at again after a page of a proxy, which says nothing about the first one", async () => {
    const canceled = { status: "canceled" } as const;
    const { client, received } = await scriptedService([drop, scheduled, html(403), json(200, canceled)]);
    expect(await client.updateConsultation({ path, body: canceled })).toEqual(canceled);
    expect(methodsOf(received)).toEqual(["PATCH", "GET", "PATCH", "GET"]);
  });

  it("do not follow a page of a proxy that answers the first one", async () => {
    const { client, received } = await scriptedService([html(403)]);
    await expect(client.deleteHold({ path })).rejects.toBeInstanceOf(IntakeResponseError);
    expect(received).toHaveLength(1);
  });
});
