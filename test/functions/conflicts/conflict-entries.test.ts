import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as remove } from "../../../functions/conflicts/delete-conflict-entry.ts";
import { handler as get } from "../../../functions/conflicts/get-conflict-entry.ts";
import { handler as list } from "../../../functions/conflicts/list-conflict-entries.ts";
import { handler as putBatch } from "../../../functions/conflicts/put-conflict-entries.ts";
import { handler as put } from "../../../functions/conflicts/put-conflict-entry.ts";
import { exportFirm } from "../../../shared/firm/export-firm.ts";
import { createdAtMilliseconds } from "../../../shared/runtime/record-id.ts";
import { throwFault } from "../../../shared/table/record-fault.ts";
import { conflictEntryKey } from "../../../shared/table/record-keys.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readItem } from "../../support/read-item.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
beforeEach(() => setGate(table, firm.firmId));

const ACME = {
  name: " Acme Inc. ",
  aliases: ["Acme East"],
  email: "Office@Acme.example",
  phone: "(212) 555-0143",
  role: "client",
  matter: "12/2024",
};
const SHOWN = {
  ...{ key: "c:1", name: "Acme Inc.", aliases: ["Acme East"], role: "client", matter: "12/2024" },
  ...{ email: "office@acme.example", phone: "+12125550143", created_at: expect.any(String) },
};
const BARE = { name: "Zenith", role: "adverse" };

const putEntry = (key: string, body: object = BARE) => firm.send(put, { params: { key }, body });
const getEntry = (key: string) => firm.send(get, { params: { key } });
const removeEntry = (key: string) => firm.send(remove, { params: { key } });
const batch = (entries: unknown) => firm.send(putBatch, { body: { entries } });
const stored = (key: string) => readItem(table, conflictEntryKey(firm.firmId, key));
const listed = async (query = {}) =>
  (await firm.send(list, { query })).body.data.map(({ key }: { key: string }) => key);

describe("an entry of the register", () => {
  it("is created under its key, normalized like a lead, then replaced as a whole", async () => {
    const created = await putEntry("c:1", ACME);
    expect([created.status, created.body]).toEqual([201, SHOWN]);
    const replaced = await putEntry("c:1", BARE);
    const empty = { aliases: [], email: "", phone: "", matter: null };
    expect([replaced.status, replaced.body]).toEqual([200, { ...created.body, ...BARE, ...empty }]);
    expect((await getEntry("c:1")).body).toEqual(replaced.body);
  });

  it("stays as it is when the same is sent again, in another notation too", async () => {
    const { body } = await putEntry("c:1", ACME);
    const before = await stored("c:1");
    const again = await putEntry("c:1", { ...ACME, phone: "+1 212 555 0143" });
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await stored("c:1")).toEqual(before);
  });

  it("is gone after its deletion, whose repeat is 404, and is created anew afterwards", async () => {
    const { body: first } = await putEntry("c:1", ACME);
    expect((await removeEntry("c:1")).status).toBe(204);
    const answers = [await getEntry("c:1"), await removeEntry("c:1")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await listed()).toEqual([]);
    const again = await putEntry("c:1", ACME);
    expect(again.status).toBe(201);
    expect(again.body.created_at > first.created_at).toBe(true);
    expect(await listed()).toEqual(["c:1"]);
  });

  it("leaves for a day no more than the mark of its deletion, which invokes the consumer of the stream", async () => {
    await putEntry("c:1", ACME);
    const before = await stored("c:1");
    await removeEntry("c:1");
    const { changeId, expiresAtEpochSeconds, ...rest } = (await stored("c:1")) ?? {};
    expect(rest).toEqual({
      ...conflictEntryKey(firm.firmId, "c:1"),
      ...{ id: before?.id, isDeleted: true, version: 2, requestId: expect.any(String) },
      actor: { type: "api_key", id: expect.any(String) },
    });
    expect(String(changeId) > String(before?.changeId)).toBe(true);
    const inDay = createdAtMilliseconds(String(changeId)) / 1_000 + 86_400;
    expect(Math.abs(Number(expiresAtEpochSeconds) - inDay)).toBeLessThan(2);
  });

  it("can have any key of the allowed characters, upper and lower case apart, also that of the batch", async () => {
    const keys = ["A.1_b:c-9", "a.1_b:c-9", "batch", ".", "x".repeat(100)];
    for (const key of keys) expect((await putEntry(key)).status).toBe(201);
    expect(await listed()).toEqual(keys.toReversed());
  });

  it.each(["", " ", "a b", "a/b", "ä", "x".repeat(101), "x".repeat(5_000)])(
    "cannot have the key %j: it is refused naming `key`, and 404 for readers",
    async (key) => {
      const refused = await putEntry(key);
      expect([refused.status, violationFields(refused)]).toEqual([422, ["key"]]);
      expect([(await getEntry(key)).status, (await removeEntry(key)).status]).toEqual([404, 404]);
    },
  );

  it("is refused naming each wrong field, and changes nothing", async () => {
    await putEntry("c:1", ACME);
    const before = await stored("c:1");
    const wrong = {
      ...{ name: " ", aliases: ["", ...Array(9).fill("a"), "x"], email: "x", role: "foe" },
      ...{ phone: "1".repeat(41), matter: "x".repeat(201) },
    };
    const answer = await putEntry("c:1", wrong);
    expect(answer.status).toBe(422);
    expect(violationFields(answer)).toEqual(["name", "aliases", "email", "phone", "role", "matter"]);
    expect(await stored("c:1")).toEqual(before);
  });

  it("of another firm does not exist", async () => {
    const other = await newFirm(table);
    await setGate(table, other.firmId);
    await call(put, { key: other.apiKey, params: { key: "c:1" }, body: ACME });
    expect([(await getEntry("c:1")).status, (await removeEntry("c:1")).status]).toEqual([404, 404]);
    expect((await putEntry("c:1")).status).toBe(201);
    expect(await listed()).toEqual(["c:1"]);
    const { body } = await call(get, { key: other.apiKey, params: { key: "c:1" } });
    expect(body).toEqual(SHOWN);
  });

  it("is in an export of the firm", async () => {
    await putEntry("c:1", ACME);
    const exported = [];
    for await (const { records } of exportFirm(table, firm.firmId, throwFault)) exported.push(...records);
    expect(exported).toContainEqual(
      expect.objectContaining({ record: "conflict_entry", sk: "c:1", name: "Acme Inc." }),
    );
  });

  it("takes two round trips to put, and one if nothing changes", async () => {
    await putEntry("c:1");
    const trips = (body: object) => recordStoreTrips(() => putEntry("c:2", body));
    expect(await trips(ACME)).toEqual([["Get"], ["TransactWrite"]]);
    expect(await trips(ACME)).toEqual([["Get"]]);
  });
});

describe("the list of the register", () => {
  it("has the entries newest created first, page by page, whatever was changed since", async () => {
    for (const key of ["b", "c", "a", "d"]) await putEntry(key);
    await putEntry("c", ACME);
    expect(await listed()).toEqual(["d", "a", "c", "b"]);
    const first = await firm.send(list, { query: { limit: "3" } });
    const rest = await firm.send(list, { query: { limit: "3", cursor: first.body.next_cursor } });
    const keys = [first, rest].map(({ body }) => body.data.map(({ key }: { key: string }) => key));
    expect(keys).toEqual([["d", "a", "c"], ["b"]]);
    expect(rest.body.next_cursor).toBeNull();
    const otherList = await firm.send(list, { query: { q: "acme", cursor: first.body.next_cursor } });
    expect([otherList.status, violationFields(otherList)]).toEqual([422, ["cursor"]]);
  });

  it.each<[string, string[]]>([
    ["acme", ["c:1"]],
    ["EAST acme", ["c:1"]],
    ["c:1", ["c:1"]],
    ["office@acme", ["c:1"]],
    ["(212) 555", ["c:1"]],
    ["nunez", ["n-2"]],
    ["acme nunez", []],
    [" ", ["n-2", "c:1"]],
  ])("finds by %j the entries %j", async (q, keys) => {
    await putEntry("c:1", ACME);
    await putEntry("n-2", { name: "José Núñez", role: "related" });
    expect(await listed({ q })).toEqual(keys);
  });
});

describe("a batch of entries", () => {
  it("says of each entry in order what became of it; a wrong one keeps no other out", async () => {
    await batch([
      { key: "old", ...BARE },
      { key: "same", ...ACME },
    ]);
    const { status, body } = await batch([
      { key: "old", ...ACME },
      { key: " same ", ...ACME },
      { key: "new", ...ACME },
      { key: "wrong", name: "x", aliases: [" "] },
      { key: "a b", ...BARE },
      BARE,
      "entry",
      { key: 7, ...BARE },
    ]);
    expect(status).toBe(200);
    const outcomes = body.data.map((each: { details: { field: string }[] | null }) => ({
      ...each,
      details: each.details?.map(({ field }) => field) ?? null,
    }));
    expect(outcomes).toEqual([
      { key: "old", outcome: "updated", details: null },
      { key: "same", outcome: "unchanged", details: null },
      { key: "new", outcome: "created", details: null },
      { key: "wrong", outcome: "rejected", details: ["aliases[0]", "role"] },
      { key: "a b", outcome: "rejected", details: ["key"] },
      { key: null, outcome: "rejected", details: ["key"] },
      { key: null, outcome: "rejected", details: ["entry"] },
      { key: null, outcome: "rejected", details: ["key"] },
    ]);
    expect((await listed()).toSorted()).toEqual(["new", "old", "same"]);
    expect((await getEntry("old")).body).toEqual({ ...SHOWN, key: "old" });
  });

  it("takes the first entry of a key, and rejects another one under it", async () => {
    const { body } = await batch([
      { key: "a", name: "" },
      { key: "a", ...ACME },
      { key: "a", ...BARE },
      { key: "a", ...ACME },
    ]);
    expect(body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...["rejected", "created", "rejected", "unchanged"],
    ]);
    expect(body.data[2].details).toEqual([
      { field: "key", message: "is that of an earlier entry of the batch" },
    ]);
    expect((await getEntry("a")).body).toEqual({ ...SHOWN, key: "a" });
  });

  it("of 100 entries is two round trips, and repeated it changes nothing", async () => {
    const entries = Array.from({ length: 100 }, (_, index) => ({ key: `c-${index}`, ...BARE }));
    await putEntry("warm");
    const outcomes = (answer: { body: { data: { outcome: string }[] } }) =>
      new Set(answer.body.data.map(({ outcome }) => outcome));
    let answer: Awaited<ReturnType<typeof batch>> | undefined;
    const trips = await recordStoreTrips(async () => (answer = await batch(entries)));
    expect(trips).toEqual([["BatchGet"], ["TransactWrite"]]);
    expect(answer && outcomes(answer)).toEqual(new Set(["created"]));
    expect(outcomes(await batch(entries))).toEqual(new Set(["unchanged"]));
    expect(new Set(await listed({ limit: "200" })).size).toBe(101);
  });

  it.each([[undefined], [[]], [{}], [Array(101).fill({ key: "a", ...BARE })]])(
    "is refused naming `entries` if these are %j",
    async (entries) => {
      const answer = await batch(entries);
      expect([answer.status, violationFields(answer)]).toEqual([422, ["entries"]]);
      expect(await listed()).toEqual([]);
    },
  );
});

describe("without a conflict gate", () => {
  const requests = () => [
    putEntry("c:1", {}),
    getEntry("c:2"),
    removeEntry("c:2"),
    firm.send(list),
    batch("x"),
  ];
  const codes = async () =>
    (await Promise.all(requests())).map(({ status, body }) => [status, body.error?.code]);

  it("every request is 409, whatever else is wrong", async () => {
    await setGate(table, firm.firmId, { index: "off" });
    expect(await codes()).toEqual(Array(5).fill([409, "conflict_gate_disabled"]));
  });

  it("no instance refuses a request after another one has switched the gate on", async () => {
    await setGate(table, firm.firmId, { index: "off" });
    await codes();
    await setGate(table, firm.firmId);
    expect((await codes()).map(([status]) => status)).toEqual([422, 404, 404, 200, 422]);
  });
});
