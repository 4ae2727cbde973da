import type { ServerResponse } from "node:http";
import { describe, expect, it, jest } from "@jest/globals";
import { IntakeApiError, IntakeNetworkError, IntakeOutcomeUnknownError } from "../../client/src/errors.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { drop, dropWithinBody, failure, html, json, LEAD, scriptedService } from "./scripted-service.ts";

useReceivers();

const unavailable = failure(503, "unavailable");
const rateLimited = failure(429, "rate_limited", { "retry-after": "0" });
const created = json(201, { id: "1" });
const MEMBER = { name: "Ada" };
const APPOINTMENT = { attorney_id: "a", start_at: "2026-11-02T15:00:00Z", duration_min: 60 };
const ID = "0198c5a0-0000-7000-8000-000000000000";

describe("a request that can be repeated", () => {
  it.each([
    ["a 503", unavailable],
    ["a gateway's 502", html(502)],
    ["a gateway's 500", json(500, { message: "Internal Server Error" })],
    ["a 500", failure(500, "internal_error")],
    ["a connection that breaks", drop],
    ["a body that breaks off", dropWithinBody],
    ["a 429", rateLimited],
  ])("is sent again after %s", async (_fault, fault) => {
    const { client, received } = await scriptedService([fault, json(200, { id: "1" })]);
    expect(await client.getLead({ path: { id: ID } })).toEqual({ id: "1" });
    expect(received).toHaveLength(2);
  });

  it.each(["updateLead", "deleteHold"] as const)("is sent again by %s", async (operation) => {
    const { client, received } = await scriptedService([drop, json(200, { id: "1" })]);
    await client[operation]({ path: { id: ID } });
    expect(received).toHaveLength(2);
  });

  it("waits as long as Retry-After says, in seconds or until a date", async () => {
    const now = Date.UTC(2026, 10, 2, 15);
    jest.spyOn(Date, "now").mockReturnValue(now);
    const inTwoSeconds = new Date(now + 2_000).toUTCString();
    const steps = [
      failure(429, "rate_limited", { "retry-after": "1" }),
      failure(503, "unavailable", { "retry-after": inTwoSeconds }),
      json(200, {}),
    ];
    const { client } = await scriptedService(steps);
    const timers = jest.spyOn(globalThis, "setTimeout");
    await client.getMe();
    const waits = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    expect(waits).toEqual(expect.arrayContaining([1_000, 2_000]));
  });

  it("is given up after the configured number of retries", async () => {
    const { client, received } = await scriptedService([rateLimited], { maxRetries: 2 });
    await expect(client.getMe()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 0 });
    expect(received).toHaveLength(3);
  });

  it("is given up at once when the service asks for too long a wait", async () => {
    const { client, received } = await scriptedService([
      failure(429, "rate_limited", { "retry-after": "61" }),
    ]);
    await expect(client.getMe()).rejects.toMatchObject({ retryAfterSeconds: 61 });
    expect(received).toHaveLength(1);
  });

  it("is not sent again after an error that a repeat would repeat", async () => {
    const { client, received } = await scriptedService([failure(404, "not_found")]);
    await expect(client.getMe()).rejects.toBeInstanceOf(IntakeApiError);
    expect(received).toHaveLength(1);
  });

  /** Sends a request that a 429 asks to wait, and aborts it a moment later. */
  const abortedWait = (retryAfter: string) => {
    const controller = new AbortController();
    const reason = new Error("The user left.");
    const step = (response: ServerResponse) => {
      response.once("finish", () => setTimeout(() => controller.abort(reason), 100));
      failure(429, "rate_limited", { "retry-after": retryAfter })(response);
    };
    return { step, reason, signal: controller.signal };
  };

  it("stops waiting when the caller aborts", async () => {
    const { step, reason, signal } = abortedWait("50");
    const { client, received } = await scriptedService([step]);
    await expect(client.getMe({}, { signal })).rejects.toBe(reason);
    expect(received).toHaveLength(1);
  });

  it("times out each try", async () => {
    const { client, received } = await scriptedService([() => undefined, json(200, {})], {
      timeoutMilliseconds: 3_000,
    });
    await client.getMe();
    expect(received).toHaveLength(2);
  });

  it.each([Infinity, 3_000_000_000])("does not time out at once when it may take %d ms", async (timeout) => {
    const { client } = await scriptedService([
      (response) => setTimeout(() => json(200, { id: "1" })(response), 50),
    ]);
    expect(await client.getMe({}, { timeout, maxRetries: 0 })).toEqual({ id: "1" });
  });

  it("waits when the service asks for longer than a timer can run", async () => {
    const { step, reason, signal } = abortedWait("3000000");
    const { client, received } = await scriptedService([step, json(200, {})], {
      maxRetryAfterSeconds: Infinity,
    });
    await expect(client.getMe({}, { signal })).rejects.toBe(reason);
    expect(received).toHaveLength(1);
  });
});

describe("a POST that accepts an Idempotency-Key", () => {
  const creations = [
    ["createLead", { body: LEAD }],
    ["bookConsultation", { body: { ...APPOINTMENT, lead_id: ID, type: "First" } }],
    ["createHold", { body: APPOINTMENT }],
  ] as const;

  it.each(creations)("has the same key for all tries of %s", async (operation, args) => {
    const { client, idempotencyKeys } = await scriptedService([drop, unavailable, rateLimited, created]);
    await (client[operation] as (input: typeof args) => Promise<unknown>)(args);
    const keys = idempotencyKeys();
    expect(keys).toHaveLength(4);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it("has another key in each call", async () => {
    const { client, idempotencyKeys } = await scriptedService([created]);
    await client.createLead({ body: LEAD });
    await client.createLead({ body: LEAD });
    expect(new Set(idempotencyKeys()).size).toBe(2);
  });

  it("has the caller's own key", async () => {
    const { client, idempotencyKeys } = await scriptedService([drop, created]);
    await client.createLead({ body: LEAD, headers: { "Idempotency-Key": "form-7" } });
    await client.createLead({ body: LEAD }, { idempotencyKey: "form-8" });
    expect(idempotencyKeys()).toEqual(["form-7", "form-7", "form-8"]);
  });

  it("is not sent again after a fault if the caller wants no key", async () => {
    const { client, idempotencyKeys } = await scriptedService([drop, created]);
    const call = client.createLead({ body: LEAD }, { idempotencyKey: false });
    await expect(call).rejects.toBeInstanceOf(IntakeNetworkError);
    expect(idempotencyKeys()).toEqual([undefined]);
  });
});

describe("a push of busy times", () => {
  const push = { from: "2026-11-09T00:00:00Z", to: "2026-11-10T00:00:00Z", busy: [] };
  const args = (body: typeof push & { as_of?: string }) => ({ path: { id: ID, calendar: "court" }, body });

  it("is sent again if it says when its calendar was read", async () => {
    const { client, received } = await scriptedService([drop, json(200, { calendar: "court" })]);
    await client.pushBusyTimes(args({ ...push, as_of: "2026-11-08T12:00:00Z" }));
    expect(received).toHaveLength(2);
  });

  it("is not sent again otherwise, since that could undo a newer one", async () => {
    const { client, received } = await scriptedService([drop, json(200, { calendar: "court" })]);
    await expect(client.pushBusyTimes(args(push))).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
    expect(received).toHaveLength(1);
  });
});

describe("a POST that accepts no Idempotency-Key", () => {
  it.each([
    ["a 503", unavailable],
    ["a gateway's 502", html(502)],
    ["a connection that breaks", drop],
  ])("is not sent again after %s", async (_fault, fault) => {
    const { client, idempotencyKeys } = await scriptedService([fault, created]);
    await expect(client.createMember({ body: MEMBER })).rejects.toBeInstanceOf(Error);
    expect(idempotencyKeys()).toEqual([undefined]);
  });

  it.each([
    ["is sent again to a host that cannot be reached", "connect", 2],
    ["is not sent again when a host can no longer be reached", "read", 1],
  ])("%s", async (_case, syscall, requests) => {
    const cause = Object.assign(new Error("unreachable"), { code: "EHOSTUNREACH", syscall });
    const sent = jest.fn<typeof fetch>().mockRejectedValueOnce(new TypeError("fetch failed", { cause }));
    sent.mockResolvedValue(Response.json({ id: "1" }));
    const { client } = await scriptedService([], { fetch: sent });
    await client
      .createMember({ body: MEMBER })
      .catch((error) => expect(error).toBeInstanceOf(IntakeOutcomeUnknownError));
    expect(sent).toHaveBeenCalledTimes(requests);
  });

  it("is sent again after a 429, since that did nothing", async () => {
    const { client, received } = await scriptedService([rateLimited, created]);
    expect(await client.createMember({ body: MEMBER })).toEqual({ id: "1" });
    expect(received).toHaveLength(2);
  });
});

describe("a caller that aborts", () => {
  it("gets its own reason, at once, and nothing is sent again", async () => {
    const { client, received } = await scriptedService([() => undefined]);
    const reason = new Error("The page was left.");
    const controller = new AbortController();
    const call = client.getMe({}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
    expect(received.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ["a client's own fetch throws another error", []],
    ["the client looks at the outcome of a call whose answer was lost", [drop]],
  ])("gets its own reason while %s", async (_moment, steps) => {
    const reason = new Error("The page was left.");
    const controller = new AbortController();
    const ownFetch: typeof fetch = (input, init) =>
      fetch(input, init).catch((error) => {
        throw controller.signal.aborted ? new Error("of another library") : error;
      });
    const { client, received } = await scriptedService([...steps, () => controller.abort(reason)], {
      fetch: ownFetch,
    });
    await expect(client.archiveLead({ path: { id: ID } }, { signal: controller.signal })).rejects.toBe(
      reason,
    );
    expect(received).toHaveLength(steps.length + 1);
  });

  it("does not wait for a repeat", async () => {
    const { client } = await scriptedService([failure(429, "rate_limited", { "retry-after": "30" })]);
    const signal = AbortSignal.timeout(300);
    await expect(client.getMe({}, { signal })).rejects.toMatchObject({ name: "TimeoutError", code: 23 });
  });
});

describe("the options of a call", () => {
  it("set its retries, its timeout and a callback for each response", async () => {
    const { client, received } = await scriptedService([
      rateLimited,
      json(200, {}, { "x-request-id": "r2" }),
    ]);
    await expect(client.getMe({}, { maxRetries: 0 })).rejects.toMatchObject({ code: "rate_limited" });
    const ids: (string | null)[] = [];
    const onResponse = ({ headers }: Response) => ids.push(headers.get("x-request-id"));
    await client.getMe({}, { onResponse, headers: { "x-trace": "t1" } });
    expect(ids).toEqual(["r2"]);
    expect(received[1]?.headers["x-trace"]).toBe("t1");
  });

  it.each([
    ["an error", new Error("mine")],
    ["a failed connection", Object.assign(new Error("mine"), { code: "ECONNREFUSED" })],
    ["another call's failed connection", new IntakeNetworkError("getMe", new Error("mine"))],
  ])(
    "do not repeat the call for %s of the caller's own callback, which is the call's error",
    async (_case, error) => {
      const callbacks = [
        () => {
          throw error;
        },
        () => Promise.reject(error),
      ];
      for (const onResponse of callbacks) {
        const { client, received } = await scriptedService([created]);
        await expect(client.createMember({ body: MEMBER }, { onResponse })).rejects.toBe(error);
        await expect(client.deleteHold({ path: { id: ID } }, { onResponse })).rejects.toBe(error);
        expect(received).toHaveLength(2);
      }
    },
  );
});
