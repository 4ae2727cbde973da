import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as createCheck } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as sendEntry } from "../../../functions/conflicts/put-conflict-entry.ts";
import { handler as publishEvents } from "../../../functions/events/publish-events.consumer.ts";
import { conflictEntryKey, leadKey } from "../../../shared/table/record-keys.ts";
import { times } from "../../support/booking-fixture.ts";
import { useLog } from "../../support/capture-log.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { useBus } from "../../support/event-bus.ts";
import { bodyOf } from "../../support/http-call.ts";
import { putKnownEntries, putKnownLeads } from "../../support/known-records.ts";
import { scanItems } from "../../support/scan-table.ts";
import { spoilRecord } from "../../support/spoil-record.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { sdkError } from "../../support/store-faults.ts";
import { streamEvent } from "../../support/stream-events.ts";
import { followStream } from "../../support/table-stream.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
const bus = useBus();
const log = useLog();
let read: Awaited<ReturnType<typeof followStream>>;
beforeEach(async () => {
  await setGate(table, firm.firmId);
  read = await followStream(table);
  await read();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const DANA = { firstName: "Dana", lastName: "Doe", email: "dana@example.com", phone: "" };
const check = async (id: string) => bodyOf(await firm.send(createCheck, { params: { id } }), 201);
const put = async (key: string, name: string) =>
  bodyOf(await firm.send(sendEntry, { params: { key }, body: { name, role: "adverse" } }), 201);
const stateOf = async (id: string) => Object((await firm.storedLead(id))?.conflict).state;
const isChange = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.changeId !== undefined;
const fresh = async () => (await read()).filter(isChange);
const publish = (records: readonly DynamoDBRecord[]) => publishEvents(streamEvent(...records));
const lapses = () => bus.details().filter(({ type }) => type === "lead.conflict_lapsed");
const keyOwners = async () =>
  new Set(
    (await scanItems(table))
      .filter(({ pk }) => String(pk).includes(`${firm.firmId}#CONFLICTKEY`))
      .map(({ sk }) => String(sk).replace(/^.*#/, "")),
  );

it("a check shows up to 200 matches, and says of one more that there are more", async () => {
  const { id } = await firm.putLead(DANA);
  const putEntries = (from: number, to: number) =>
    putKnownEntries(
      table,
      firm.firmId,
      times(to - from, (index) => ({ key: `a-${from + index}`, name: "Dana Doe" })),
    );
  const found = async () => {
    const { matches, truncated } = await check(id);
    return [matches.length, truncated];
  };
  await putEntries(0, 200);
  expect(await found()).toEqual([200, false]);
  await putEntries(200, 201);
  expect(await found()).toEqual([200, true]);
});

describe("a record among the matches that cannot be read", () => {
  const prepare = async () => {
    const [rival] = await putKnownLeads(table, firm.firmId, [
      { ...DANA, parties: [{ ...{ role: "adverse", aliases: [], email: "", phone: "" }, name: "Ann Poe" }] },
    ]);
    await putKnownEntries(table, firm.firmId, [
      { key: "bad", name: "Ann Poe" },
      { key: "good", name: "Ann Poe" },
    ]);
    await spoilRecord(table, leadKey(firm.firmId, rival?.id ?? ""), "data");
    await spoilRecord(table, conflictEntryKey(firm.firmId, "bad"), "aliases");
    return rival?.id;
  };

  it("is left out of a check, which shows the others, and is named in the log by its id alone", async () => {
    const rival = await prepare();
    const { id } = await firm.putLead({ ...DANA, firstName: "Ann", lastName: "Poe" });
    expect(await check(id)).toMatchObject({ matches: [{ entry_key: "good" }], truncated: false });
    const faults = log.filter((line) => line.includes("record_not_processed"));
    expect(faults).toHaveLength(2);
    for (const each of ["bad", rival]) expect(faults.join()).toContain(each);
    expect(faults.join()).not.toMatch(/poe|dana/i);
  });

  it("stops no consumer: neither as a match of another one, nor by its own change", async () => {
    const rival = await prepare();
    const { id } = await firm.putLead({
      ...DANA,
      firstName: "Ann",
      lastName: "Poe",
      conflict: conflictIn("cleared"),
    });
    await put("new", "Ann Poe");
    expect(await publish(await fresh())).toEqual({ batchItemFailures: [] });
    expect(await stateOf(id)).toBe("lapsed");
    expect([...(await keyOwners())]).toEqual(expect.arrayContaining([id, "new"]));
    const faults = log.filter((line) => line.includes("record_not_processed")).join();
    expect([faults.includes("bad"), faults.includes(rival ?? "")]).toEqual([true, true]);
  });
});

it("a record whose keys cannot be written is delivered again, and the others are in the index and lapse once", async () => {
  const [dana, bob] = await Promise.all([
    firm.putLead({ ...DANA, conflict: conflictIn("cleared") }),
    firm.putLead({ ...DANA, firstName: "Bob", email: "bob@example.com", conflict: conflictIn("cleared") }),
  ]);
  await publish(await fresh());
  await put("first", "Dana Doe");
  const { id: failing } = await firm.putLead({ firstName: "Cy", lastName: "Poe", email: "" });
  await put("last", "Bob Doe");
  const batch = await fresh();
  const fault = interceptStoreCalls(({ name, input, send }) => {
    if (name === "Put" && JSON.stringify(input).includes(`LEAD#${failing}`))
      throw sdkError("ProvisionedThroughputExceededException");
    return send();
  });
  const failed = { itemIdentifier: batch[1]?.dynamodb?.SequenceNumber };
  expect(await publish(batch)).toEqual({ batchItemFailures: [failed] });
  fault.mockRestore();
  expect([...(await keyOwners())]).toEqual(expect.arrayContaining(["first", "last"]));
  expect((await keyOwners()).has(failing)).toBe(false);
  expect([await stateOf(dana.id), await stateOf(bob.id)]).toEqual(["lapsed", "lapsed"]);

  expect(await publish(batch.slice(1))).toEqual({ batchItemFailures: [] });
  await publish(await fresh());
  expect((await keyOwners()).has(failing)).toBe(true);
  expect(
    lapses()
      .map(({ data }) => data.id)
      .toSorted(),
  ).toEqual([dana.id, bob.id].toSorted());
  expect(new Set(lapses().map(({ id }) => id)).size).toBe(2);
});
