import { describe, expect, it } from "@jest/globals";
import { handler as dismissDelivery } from "../../../functions/sources/dismiss-inbound-delivery.ts";
import { handler as replayDeliveries } from "../../../functions/sources/replay-inbound-deliveries.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { inboundDeliveryKey } from "../../../shared/table/record-keys.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { GRACE } from "../../support/ingestion.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const UNMAPPED = { ...GRACE, lastName: undefined, externalId: undefined, surname: "Hopper" };

const reject = async () => {
  expect((await source.deliver(UNMAPPED)).status).toBe(422);
  return source.lastId();
};
const mend = () => source.update({ mapping: { last_name: "surname" } });
const dismiss = (deliveryId: string, id = source.id) =>
  firm.send(dismissDelivery, { params: { id, deliveryId }, body: {} });
const rejectedIds = async () =>
  (await source.listDeliveries({ outcome: "rejected" })).map(({ id }: { id: string }) => id);
const shown = async (id: string) =>
  (await source.listDeliveries()).find((delivery: { id: string }) => delivery.id === id);
const replayAll = async () => {
  const request = { params: { id: source.id }, body: { since: "2020-01-01T00:00:00Z" } };
  return (await firm.send(replayDeliveries, request)).body.data;
};

describe("a rejected delivery that is replayed", () => {
  it("shows the replay, and is rejected until one has another outcome", async () => {
    const id = await reject();
    const { body: first } = await source.replay(id);
    expect(await shown(id)).toMatchObject({ replayed_as: { id: first.id, outcome: "rejected" } });
    expect(await rejectedIds()).toEqual([id]);
    await mend();
    const { body: second } = await source.replay(id);
    const replayed_as = { id: second.id, outcome: "created" };
    expect(await shown(id)).toMatchObject({ outcome: "rejected", replayed_as, dismissed_at: null });
    expect(await rejectedIds()).toEqual([]);
    expect(await replayAll()).toEqual([]);
    await source.update({ body_secret: { path: "token", value: "s3cret" } });
    expect((await source.replay(id)).body.outcome).toBe("rejected");
    expect(await shown(id)).toMatchObject({ replayed_as });
    expect(await rejectedIds()).toEqual([]);
  });

  it("is settled by the replay of its replay, too", async () => {
    const id = await reject();
    const { body: first } = await source.replay(id);
    await mend();
    const { body: second } = await source.replay(first.id);
    expect(await shown(id)).toMatchObject({ replayed_as: { id: second.id, outcome: "created" } });
    expect(await rejectedIds()).toEqual([]);
  });

  it("is settled by a replay of many", async () => {
    const ids = [await reject(), await reject()];
    await mend();
    expect(await replayAll()).toMatchObject(ids.map((id) => ({ delivery_id: id })));
    expect(await rejectedIds()).toEqual([]);
    expect(await replayAll()).toEqual([]);
  });

  it("is settled as well when it is ignored now", async () => {
    const id = await reject();
    await source.update({ accept_when: [{ path: "surname", present: false }] });
    await source.replay(id);
    expect(await shown(id)).toMatchObject({ replayed_as: { outcome: "ignored" } });
    expect(await rejectedIds()).toEqual([]);
  });
});

describe("POST /api/sources/{id}/deliveries/{deliveryId}/dismiss", () => {
  it("sets a rejected delivery aside, once", async () => {
    const [kept, id] = [await reject(), await reject()];
    const { status, body } = await dismiss(id);
    expect([status, body]).toMatchObject([200, { id, outcome: "rejected", replayed_as: null }]);
    expect(Date.parse(body.dismissed_at)).not.toBeNaN();
    expect(await dismiss(id)).toMatchObject({ status: 200, body });
    expect(await shown(id)).toEqual(body);
    expect(await rejectedIds()).toEqual([kept]);
    await mend();
    expect(await replayAll()).toMatchObject([{ delivery_id: kept }]);
    expect((await source.replay(id)).body.outcome).toBe("created");
  });

  it("answers both of two at once with one time", async () => {
    const id = await reject();
    const answers: string[] = [];
    changeBeforeWrite(async () => void answers.push((await dismiss(id)).body.dismissed_at));
    answers.push((await dismiss(id)).body.dismissed_at);
    expect([answers.length, new Set(answers).size]).toEqual([2, 1]);
  });

  it("and a replay at the same time keep each other's mark", async () => {
    const [dismissedMeanwhile, replayedMeanwhile] = [await reject(), await reject()];
    await mend();
    const isDismissed = changeBeforeWrite(() => dismiss(dismissedMeanwhile));
    await source.replay(dismissedMeanwhile);
    const isReplayed = changeBeforeWrite(() => source.replay(replayedMeanwhile));
    await dismiss(replayedMeanwhile);
    expect([isDismissed(), isReplayed()]).toEqual([true, true]);
    for (const id of [dismissedMeanwhile, replayedMeanwhile])
      expect(await shown(id)).toMatchObject({
        replayed_as: { outcome: "created" },
        dismissed_at: expect.any(String),
      });
    expect(await rejectedIds()).toEqual([]);
  });

  it("refuses a delivery with another outcome, and one of another source", async () => {
    await source.deliver();
    const id = await source.lastId();
    const { status, body } = await dismiss(id);
    expect([status, body.error.details]).toMatchObject([422, [{ field: "outcome" }]]);
    const rejected = await reject();
    await source.replace({});
    expect((await dismiss(rejected)).status).toBe(404);
  });
});

it("a delivery keeps the event of its rejection while its record changes", async () => {
  const id = await reject();
  const item = () =>
    readRecord(table, {
      key: inboundDeliveryKey(firm.firmId, source.id, id),
      parse: (stored) => [stored?.changeId, stored?.sourceKey],
    });
  const before = await item();
  await source.replay(id);
  await dismiss(id);
  expect(await item()).toEqual(before);
  expect(before).toEqual([expect.any(String), source.key]);
});
