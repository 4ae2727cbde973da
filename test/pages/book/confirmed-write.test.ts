import { describe, expect, it } from "@jest/globals";
import { afterRefusal, obstacleTo } from "../../../pages/book/attempt.ts";
import { resumeWrite } from "../../../pages/book/confirmed-write.ts";
import type { Appointment } from "../../../pages/book/link-api.ts";
import { refusalOf } from "../../../pages/book/link-failure.ts";
import {
  answered,
  at,
  BOOK,
  CANCEL,
  checked,
  DONE,
  kindOf,
  linkWith,
  lost,
  MOVE,
  no,
  OLD,
  OTHER,
  play,
  unchanged,
} from "../../support/played-write.ts";

describe.each([
  ["a booking", BOOK],
  ["a move", MOVE],
  ["a cancellation", CANCEL],
])("%s", (_, attempt) => {
  const done = DONE[attempt.kind];

  it("is done when it is answered, even if the state then cannot be read", async () => {
    expect(await play(attempt, { tries: [done], state: () => done }).run()).toMatchObject({
      kind: "done",
      link: { consultation: done },
    });
    expect(await play(attempt, { tries: [done] }).run()).toEqual({
      kind: "done",
      link: null,
      appointment: done,
    });
  });

  it.each([0, 500, 3_000, 12_000, 29_999, 30_000])(
    "is not denied before it succeeds %i ms after its answer was lost",
    async (commit) => {
      const { run } = play(attempt, { state: (now) => (now >= commit ? done : unchanged(attempt)) });
      expect(kindOf(await run())).toBe("done");
    },
  );

  it("is denied only by a question asked 30 s or more after the last try without an answer", async () => {
    const { run, sent } = play(attempt, { state: () => unchanged(attempt) });
    expect(kindOf(await run())).toBe("missed");
    const times = (what: string) =>
      sent.filter((each) => each.startsWith(what)).map((each) => Number(each.split(" ")[1]));
    expect(times("write")).toHaveLength(3);
    expect((times("read").at(-1) ?? 0) - (times("write").at(-1) ?? 0)).toBeGreaterThanOrEqual(30);
  });

  it("repeats its question until one is answered", async () => {
    const { run } = play(attempt, { state: (now) => (now < 600_000 ? lost() : unchanged(attempt)) });
    expect(kindOf(await run())).toBe("missed");
  });

  it("is tried again after a 503, and reported as a fault with the request's id if nothing else comes", async () => {
    const failure = await answered(503, "unavailable", { "retry-after": "2" });
    const second = play(attempt, {
      tries: [failure, done],
      state: (now) => (now < 2_000 ? unchanged(attempt) : done),
    });
    expect(kindOf(await second.run())).toBe("done");
    const { run, sent } = play(attempt, { tries: [failure], state: () => unchanged(attempt) });
    expect(await run()).toMatchObject({ kind: "fault", failure: { requestId: "its-id" } });
    expect(sent.filter((each) => each.startsWith("write"))).toHaveLength(3);
  });

  it("is not repeated after a 500, which may have succeeded", async () => {
    const failure = await answered(500, "internal_error");
    const { run, sent } = play(attempt, { tries: [failure], state: () => unchanged(attempt) });
    expect(await run()).toMatchObject({ kind: "fault", failure: { requestId: "its-id" } });
    expect(sent).toEqual([...checked(attempt), "write 0", "read 0"]);
    expect(kindOf(await play(attempt, { tries: [failure], state: () => done }).run())).toBe("done");
  });

  it("may be in progress after a 5xx that is not the service's own answer", async () => {
    const failure = await answered(504, undefined, { "apigw-requestid": "gateway-id" });
    const late = play(attempt, {
      tries: [failure],
      state: (now) => (now < 25_000 ? unchanged(attempt) : done),
    });
    expect(kindOf(await late.run())).toBe("done");
    expect(await play(attempt, { tries: [failure], state: () => unchanged(attempt) }).run()).toMatchObject({
      kind: "fault",
      failure: { requestId: "gateway-id" },
    });
  });

  it("is not denied by a refusal of its repeat while the first try may be in progress", async () => {
    const tries = [lost(), no("taken")];
    const state = (now: number) => (now < 20_000 ? unchanged(attempt) : done);
    expect(kindOf(await play(attempt, { tries, state }).run())).toBe("done");
    expect(kindOf(await play(attempt, { tries, state: () => unchanged(attempt) }).run())).toBe("taken");
  });

  it("ends at once after too many requests, but waits as told if a try is open", async () => {
    const often = await answered(429, "rate_limited", { "retry-after": "40" });
    const { run, sent } = play(attempt, { tries: [often], state: () => unchanged(attempt) });
    expect([kindOf(await run()), sent]).toEqual(["rateLimited", [...checked(attempt), "write 0"]]);
    const open = play(attempt, {
      tries: [lost(), often, done],
      state: (now) => (now < 40_000 ? unchanged(attempt) : done),
    });
    expect(kindOf(await open.run())).toBe("done");
    expect(open.sent.filter((each) => each.startsWith("write")).length).toBeGreaterThan(1);
  });

  it("reports that the link has ended, and whether the result is known", async () => {
    expect(await play(attempt, { tries: [no("ended")] }).run()).toEqual({ kind: "ended", isUnsure: false });
    const revoked = play(attempt, { tries: [lost(), no("ended")], state: () => no("ended") });
    expect(await revoked.run()).toEqual({ kind: "ended", isUnsure: true });
    const refused = play(attempt, { tries: [no("refused")], state: () => no("ended") });
    expect(await refused.run()).toEqual({ kind: "ended", isUnsure: false });
  });

  it("is not sent again hours after the click, if the device slept during the first try", async () => {
    const { run, sent } = play(attempt, { takes: 8 * 3_600_000, state: () => unchanged(attempt) });
    expect(kindOf(await run())).toBe("missed");
    expect(sent.filter((each) => each.startsWith("write"))).toEqual(["write 0"]);
  });

  it("only asks for its result after a reload", async () => {
    const late = play(attempt, { stateBefore: (now) => (now < 29_000 ? unchanged(attempt) : done) });
    expect(kindOf(await resumeWrite(late.world, attempt))).toBe("done");
    const none = play(attempt, { stateBefore: () => unchanged(attempt) });
    expect(kindOf(await resumeWrite(none.world, attempt))).toBe("missed");
    expect([...late.sent, ...none.sent].filter((each) => each.startsWith("write"))).toEqual([]);
  });
});

it("sends a booking again whose answer was lost before it asks for the result", async () => {
  const { run, sent } = play(BOOK, { tries: [lost(), DONE.book], state: () => DONE.book });
  expect(kindOf(await run())).toBe("done");
  expect(sent).toEqual(["write 0", "write 0", "read 0"]);
});

describe.each([
  ["a move", MOVE],
  ["a cancellation", CANCEL],
])("%s whose answer was lost", (_, attempt) => {
  it("is not sent again before the state is known, nor when it is done", async () => {
    const { run, sent } = play(attempt, { state: () => DONE[attempt.kind] });
    expect(kindOf(await run())).toBe("done");
    expect(sent).toEqual(["read 0", "write 0", "read 0"]);
  });

  it("is not sent again if others have changed the appointment, which is shown once nothing is in progress", async () => {
    const { run, sent } = play(attempt, { state: () => at(OTHER, "rescheduled") });
    expect(await run()).toMatchObject({ kind: "changed", link: { consultation: { start_at: OTHER } } });
    expect(sent.filter((each) => each.startsWith("write"))).toEqual(["write 0"]);
    expect(sent.at(-1)).toBe("read 30");
  });

  it("ends at once if the appointment is final", async () => {
    const { run, sent } = play(attempt, { state: () => at(OLD, "completed") });
    expect(kindOf(await run())).toBe("changed");
    expect(sent).toEqual(["read 0", "write 0", "read 0"]);
  });

  it("is not sent again after a minute", async () => {
    const state = (now: number) => (now < 60_000 ? lost() : unchanged(attempt));
    const { run, sent } = play(attempt, { state });
    expect(kindOf(await run())).toBe("missed");
    expect(sent.filter((each) => each.startsWith("write"))).toEqual(["write 0"]);
  });
});

it("reports at once that another window has used the link", async () => {
  const { run } = play(BOOK, { tries: [lost(), no("refused")], state: () => at(OTHER) });
  expect(kindOf(await run())).toBe("changed");
});

describe("an answer", () => {
  it.each([
    [401, "invalid_key", "ended", true],
    [403, undefined, "fault", false],
    [404, "not_found", "refused", true],
    [409, "slot_unavailable", "taken", true],
    [422, "self_service_not_allowed", "refused", true],
    [422, "invalid_request", "fault", true],
    [429, undefined, "rateLimited", true],
    [500, "internal_error", "fault", true],
    [502, undefined, "fault", false],
    [511, undefined, "offline", false],
  ])("%i %s is %s, answered: %s", async (status, code, kind, isAnswered) => {
    expect(await answered(status, code)).toMatchObject({ kind, isAnswered });
  });

  it.each([
    [["start_at"], "taken"],
    [["attorney"], "refused"],
    [["self_service.enabled", "start_at"], "refused"],
    [[], "refused"],
  ])("that refuses %j is %s", async (fields, kind) => {
    const details = fields.map((field) => ({ field, message: "is wrong" }));
    const error = { code: "self_service_not_allowed", details };
    expect(await refusalOf(new Response(JSON.stringify({ error }), { status: 422 }))).toMatchObject({ kind });
  });
});

const HIRED = { name: "Beth", time_zone: "UTC" };
const CHANGES: [string, Partial<Appointment>][] = [
  ["another attorney", { attorney: HIRED }],
  ["another duration", { duration_min: 90 }],
  ["another type", { type: "Second meeting" }],
  ["another location", { location: "Room 2" }],
  ["a price", { amount: 100, currency: "USD" }],
];

it.each(CHANGES)("sends no move again after staff have given the appointment %s", async (_, change) => {
  const { run, sent } = play(MOVE, { tries: [lost()], state: () => ({ ...at(OLD), ...change }) });
  expect(kindOf(await run())).toBe("changed");
  expect(sent.filter((what) => what.startsWith("write"))).toHaveLength(1);
});

describe("a wish from an earlier state of the link", () => {
  const none = { book: false, reschedule: false, cancel: false };

  it.each(CHANGES)("meets an appointment that has %s", (_, change) => {
    expect(obstacleTo(MOVE, linkWith({ ...at(OLD), ...change }))).toBe("changed");
  });

  it.each([
    ["as it was", BOOK, linkWith(null), undefined],
    ["booked meanwhile", BOOK, linkWith(at(OTHER)), "other"],
    ["disabled meanwhile", BOOK, { ...linkWith(null), allowed: none }, "notAllowed"],
    ["as it was", MOVE, linkWith(at(OLD)), undefined],
    ["too late", MOVE, { ...linkWith(at(OLD)), allowed: { ...none, cancel: true } }, "notAllowed"],
    ["canceled meanwhile", MOVE, { ...linkWith(at(OLD, "canceled")), allowed: none }, "changed"],
    ["as it was", CANCEL, linkWith(at(OLD)), undefined],
    ["moved meanwhile", CANCEL, linkWith(at(OTHER, "rescheduled")), "changed"],
    ["too late", CANCEL, { ...linkWith(at(OLD)), allowed: { ...none, reschedule: true } }, "notAllowed"],
  ] as const)("meets a link that is %s", (_, wish, now, obstacle) => {
    expect(obstacleTo(wish, now)).toBe(obstacle);
  });
});

it("allows no action again that was refused, though an older state is read after that", () => {
  const allowed = { book: true, reschedule: true, cancel: true };
  expect(afterRefusal(BOOK, linkWith(null)).allowed).toEqual({ ...allowed, book: false });
  expect(afterRefusal(MOVE, linkWith(at(OLD))).allowed).toEqual({ ...allowed, reschedule: false });
  expect(afterRefusal(CANCEL, linkWith(at(OLD))).allowed).toEqual({ ...allowed, cancel: false });
});
