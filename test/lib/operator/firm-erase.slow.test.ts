import { SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { countDocuments } from "../../../shared/firm/firm-directory.store.ts";
import { disableFirm, enableFirm } from "../../../shared/firm/set-firm-state.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { changeAt } from "../../support/changes.ts";
import { putDiscardedBatch, recordOf, sendDeadLetters } from "../../support/dead-letters.ts";
import { newEvent } from "../../support/events.ts";
import { newFirm } from "../../support/firms.ts";
import { useHostedService } from "../../support/hosted-service.ts";
import { newLead } from "../../support/leads.ts";
import { runForRows } from "../../support/operator.ts";

const hosted = useHostedService();

const MINUTE = 60_000;

let firmId: FirmId;
let other: FirmId;
beforeEach(async () => {
  firmId = (await newFirm(hosted().table)).firmId;
  other = (await newFirm(hosted().table)).firmId;
  await disableFirm(hosted().table, { firmId, nowMilliseconds: Date.now() - MINUTE });
});
afterEach(async () => {
  await drop();
});

const changeOf = (firm: FirmId) => recordOf(leadToItem(firm, newLead(), changeAt(Date.now())));
const eventOf = (firm: FirmId) => {
  const event = newEvent({ data: { id: v4(), first_name: "Dana Confidential" } });
  return { "detail-type": event.type, detail: { ...event, firm_id: firm } };
};

/** Puts one dead letter of each kind. */
const leaveLetters = async (firm: FirmId) => {
  const failed = { requestContext: { condition: "RetriesExhausted" }, requestPayload: eventOf(firm) };
  const letters = [{ reason: "Error: x", record: changeOf(firm) }, eventOf(firm), failed];
  await sendDeadLetters(...letters.map((letter) => JSON.stringify(letter)));
  await discard(changeOf(firm), changeOf(firm));
};

/** A record of a batch without its key. */
const MALFORMED = { dynamodb: {} };

const discard = (...records: object[]) => putDiscardedBatch(records);
const erase = (...input: string[]) => runForRows("firm erase", firmId, ...input);
const drop = (...input: string[]) => runForRows("dead-letters drop", ...input, "--confirm", "dead-letters");
const lettersOf = async (firm: FirmId) =>
  (await runForRows("dead-letters list", "--firm", firm)).rows.map(({ id }) => id);

describe("firm erase", () => {
  it("drops the firm's dead letters of every kind, and no other firm's", async () => {
    await leaveLetters(firmId);
    await leaveLetters(other);
    const others = (await lettersOf(other)).sort();
    expect(await erase()).toMatchObject({ rows: { erased: false, dead_letters: 4 }, error: null });
    expect(new Set(await lettersOf(firmId)).size).toBe(4);
    const erased = await erase("--confirm", "Test Law");
    expect(erased).toMatchObject({ rows: { erased: true, dead_letters: 4 }, error: null });
    expect(await lettersOf(firmId)).toEqual([]);
    expect((await lettersOf(other)).sort()).toEqual(others);
  });

  it("keeps malformed dead letters that name the firm, since others may be in them, and says which", async () => {
    await sendDeadLetters(`{"firm_id":"${firmId}"`);
    const [id] = await lettersOf(firmId);
    const key = await discard(changeOf(firmId), changeOf(other), MALFORMED);
    const { rows, error } = await erase("--confirm", "Test Law");
    expect(rows).toMatchObject({ erased: true, dead_letters: 0 });
    expect(error).toBe(
      `kept, since they are malformed and may hold others: ${key}, ${id}; drop them by --id`,
    );
    expect(await lettersOf(firmId)).toHaveLength(2);
    await drop("--firm", firmId, "--id", key, String(id));
    expect(await lettersOf(firmId)).toEqual([]);
  });

  it("keeps a batch that also holds changes of another firm, and says which", async () => {
    const key = await discard(changeOf(firmId), changeOf(other));
    const { rows, error } = await erase("--confirm", "Test Law");
    expect(rows).toMatchObject({ erased: true, dead_letters: 0 });
    expect(error).toBe(
      `kept, since they also hold others: ${key}; replay them, which leaves out what is erased`,
    );
    expect(await lettersOf(other)).toHaveLength(2);
  });

  it("keeps the dead letters of a firm that it refuses to erase", async () => {
    await leaveLetters(firmId);
    const left = (await lettersOf(firmId)).sort();
    const refused = () => erase("--confirm", "Test Law");
    const { table } = hosted();
    await enableFirm(table, { firmId, nowMilliseconds: Date.now() });
    expect((await refused()).error).toMatch("disable it first");
    await disableFirm(table, { firmId, nowMilliseconds: Date.now() });
    expect((await refused()).error).toMatch("less than a minute ago");
    expect((await lettersOf(firmId)).sort()).toEqual(left);
  });

  it("is finished by the next run if it ended among the dead letters", async () => {
    await leaveLetters(firmId);
    const { send } = SQSClient.prototype;
    const end = jest.spyOn(SQSClient.prototype, "send").mockImplementation(async function (
      this: SQSClient,
      command: never,
    ) {
      const { keys } = await countDocuments(hosted().table, firmId);
      if (keys === 0) throw new Error("The process ended.");
      return Reflect.apply(send, this, [command]);
    } as never);
    expect((await erase("--confirm", "Test Law")).error).toBe("The process ended.");
    end.mockRestore();
    expect(await erase("--confirm", "Test Law")).toMatchObject({ rows: { erased: true }, error: null });
    expect(await lettersOf(firmId)).toEqual([]);
  });
});
