import { describe, expect, it } from "@jest/globals";
import type { RequestOptions } from "../../../client/src/index.ts";
import { type Answer, done, html, lead, pressed, refusal, type Scene } from "../../support/pressed-write.ts";

const CONFLICT = refusal(409, "version_conflict");
const FAULT = refusal(500, "internal_error");
const BUSY = refusal(503, "unavailable", { "retry-after": "2" });
const HOLD = { attorney_id: "a", start_at: "2055-03-03T10:00:00.000Z", duration_min: 30 };
const MEMBER = { name: "Ada", email: "ada@example.com" };
const LIMITED = refusal(429, "rate_limited", { "retry-after": "40" });

/** Returns the outcome of a press, as its state or the record that it returns. */
const outcomeOf = async ({ run, write }: Pick<ReturnType<typeof pressed>, "run" | "write">) => {
  const answer = await run();
  return answer ? "done" : write.state.value.kind;
};

describe("a write", () => {
  it.each<[title: string, scene: Scene, outcome: string, writes: number]>([
    ["is done when it is answered", { tries: [done] }, "done", 1],
    ["is done when its answer is lost, and the record shows it", { shownFrom: 0 }, "done", 1],
    ["is done when the record shows it 25 s later", { shownFrom: 25_000 }, "done", 3],
    ["is done by a repetition", { tries: ["none", done] }, "done", 2],
    ["is not done when no try has an answer, and the record never shows it", {}, "notDone", 3],
    ["is done by a repetition after a 503", { tries: [BUSY, done] }, "done", 2],
    ["is done after a 500, if the record shows it", { tries: [FAULT], shownFrom: 0 }, "done", 1],
    ["is not done after a 500, if the record never shows it", { tries: [FAULT] }, "notDone", 3],
    ["is done behind a proxy's 403", { tries: [html(403)], shownFrom: 0 }, "done", 1],
    ["is not done behind a proxy's 403", { tries: [html(403)] }, "notDone", 3],
    ["is not done by the login page of a network", { tries: [html(200)] }, "notDone", 3],
    ["is done by a try that had no answer within 30 s", { takes: 30_000, shownFrom: 0 }, "done", 1],
    ["is sent again when too many requests are over", { tries: [LIMITED, done] }, "done", 2],
    ["is refused at last by too many requests", { tries: [LIMITED] }, "refused", 3],
    ["is refused", { tries: [CONFLICT], shownFrom: 0 }, "refused", 1],
    ["is done if the refusal echoes it", { tries: ["none", CONFLICT], shownFrom: 1_000 }, "done", 2],
    ["is refused if the refusal of its repetition is none", { tries: ["none", CONFLICT] }, "refused", 2],
    ["is unknown for good if no read is allowed", { reads: () => refusal(403, "disabled") }, "lost", 1],
    [
      "is read again until a read is answered",
      { reads: (now) => (now < 600_000 ? "none" : undefined) },
      "notDone",
      1,
    ],
    [
      "is done if the connection was missing between its tries",
      { isOnline: (now) => now < 150 || now > 20_000, tries: ["none", done] },
      "done",
      2,
    ],
    [
      "does not count tries that were cut off at once",
      { takes: 0, tries: [...Array<Answer>(9).fill("none"), done] },
      "done",
      10,
    ],
    ["is not sent again after a night", { paused: () => 8 * 3_600_000 }, "notDone", 1],
  ])("%s", async (_, scene, outcome, writes) => {
    const press = pressed(scene);
    expect(await outcomeOf(press)).toBe(outcome);
    expect(press.writes()).toHaveLength(writes);
  });

  it("is not done only by a read 30 s or more after the last try without an answer", async () => {
    for (const tries of [["none"], [html(502)], ["none", CONFLICT]] as Answer[][]) {
      const { run, sent } = pressed({ tries });
      await run();
      const secondsOf = (method: string) =>
        sent.filter((each) => each.startsWith(method)).map((each) => Number(each.split(" ")[1]));
      const lastLost = tries.length > 1 ? secondsOf("POST")[0] : secondsOf("POST").at(-1);
      expect((secondsOf("GET").at(-1) ?? 0) - (lastLost ?? 0)).toBeGreaterThanOrEqual(30);
    }
  });

  it("is refused without a read, in the API's words", async () => {
    const { run, write, sent } = pressed({ tries: [refusal(422, "invalid_request")] });
    expect(await run()).toBeUndefined();
    expect(write.state.value).toMatchObject({ kind: "refused", error: { apiMessage: "No." } });
    expect(sent).toEqual(["POST 0"]);
  });

  it("names the request that failed, and what is not done", async () => {
    const { run, write } = pressed({ tries: [FAULT] });
    await run();
    expect(write.state.value).toEqual({ kind: "notDone", what: "Ada was won", requestId: "its-id" });
  });

  it("is unknown from its first try without an answer until its outcome is known", async () => {
    const { run, write, states } = pressed({ tries: [LIMITED, "none", done] });
    expect(await run()).toEqual(lead("won"));
    expect([...new Set(states)]).toEqual(["sending", "unknown"]);
    expect(write.state.value).toEqual({ kind: "idle" });
  });

  it("waits as the service asks, but no day for a proxy", async () => {
    const limited = pressed({ tries: [LIMITED, done] });
    await limited.run();
    expect(limited.writes()).toEqual(["POST 0", "POST 40"]);
    const proxy = pressed({
      tries: [() => new Response("", { status: 503, headers: { "retry-after": "86400" } })],
    });
    await proxy.run();
    expect(proxy.now()).toBeLessThan(300_000);
  });

  it("waits once as a busy service asks: before the read, and not again before the repetition", async () => {
    const busy = pressed({ tries: [refusal(503, "unavailable", { "retry-after": "20" }), done] });
    await busy.run();
    expect(busy.sent).toEqual(["POST 0", "GET 20", "POST 21"]);
  });

  it("is neither sent nor queued when it is pressed without a connection", async () => {
    const { run, write, sent } = pressed({ isOnline: () => false });
    expect(await run()).toBeUndefined();
    expect([write.state.value.kind, sent]).toEqual(["offline", []]);
  });

  it("is sent once by a double click, and its state stays while it runs", async () => {
    const { run, write, sent } = pressed({ tries: [done] });
    const both = Promise.all([run(), run()]);
    write.reset();
    expect(write.state.value.kind).toBe("sending");
    expect(await both).toEqual([lead("won"), undefined]);
    expect(sent).toEqual(["POST 0"]);
  });

  it("forgets a refusal", async () => {
    const { run, write } = pressed({ tries: [CONFLICT] });
    await run();
    write.reset();
    expect(write.state.value).toEqual({ kind: "idle" });
  });
});

describe("a write whose answers are lost", () => {
  const id = { path: { id: "lead_1" } };
  const headers = { "If-Match": '"1"' };
  type Calls = ReturnType<typeof pressed>["client"];

  it.each<[writes: number, title: string, send: (calls: Calls, options: RequestOptions) => Promise<unknown>]>(
    [
      [3, "has a key", ({ createHold }, options) => createHold({ body: HOLD }, options)],
      [3, "ends a record for good", ({ markNoShow }, options) => markNoShow(id, options)],
      [3, "names the version", (c, options) => c.updateFirm({ headers, body: { name: "Doe" } }, options)],
      [1, "names no version", (c, options) => c.updateFirm({ body: { name: "Doe" } }, options)],
      [1, "makes another record", (c, options) => c.createMember({ body: MEMBER }, options)],
    ],
  )("is sent %i times if it %s", async (writes, _, send) => {
    const press = pressed({});
    await press.run({ send: (options) => send(press.client, options).then(() => lead("won")) });
    expect(press.write.state.value.kind).toBe("notDone");
    expect(press.writes()).toHaveLength(writes);
  });

  it.each([
    [3, true],
    [1, false],
  ])("is sent %i times if the view says so", async (writes, isRepeatable) => {
    const press = pressed({});
    await press.run({ isRepeatable });
    expect(press.writes()).toHaveLength(writes);
  });
});

describe("a write whose answer is a secret", () => {
  it.each<[title: string, tries: Answer[], outcome: string, writes: number]>([
    ["is lost with its answer", ["none"], "lost", 1],
    ["is lost with a proxy's answer", [html(504)], "lost", 1],
    ["is refused", [CONFLICT], "refused", 1],
    ["is sent again when too many requests are over", [LIMITED, done], "idle", 2],
  ])("%s", async (_, tries, outcome, writes) => {
    const press = pressed({ tries });
    await press.run({ find: null });
    expect(press.write.state.value.kind).toBe(outcome);
    expect(press.writes()).toHaveLength(writes);
  });
});

describe("the Idempotency-Key", () => {
  it("is the same in all tries, and after a second press with the same text", async () => {
    const { run, create: send, keys } = pressed({});
    const find = async () => null;
    await run({ send, find, typed: { name: "Ada" } });
    await run({ send, find, typed: { name: "Ada" } });
    expect(keys).toHaveLength(6);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
  });

  it("is a new one when something else was typed, and after it was done", async () => {
    const { run, create: send, keys } = pressed({ tries: [CONFLICT, done] });
    await run({ send, typed: { name: "Ada" } });
    await run({ send, typed: { name: "Eve" } });
    await run({ send, typed: { name: "Eve" } });
    expect(new Set(keys).size).toBe(3);
  });
});
