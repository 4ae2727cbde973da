import { QueryCommand, TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { moveStrayLeads } from "../../shared/firm/move-stray-leads.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { Stage } from "../../shared/settings/firm.rules.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { dueFrom } from "../../shared/table/due-index.ts";
import { leadKey, removedStageKey, settingsPartition } from "../../shared/table/record-keys.ts";
import { useLog } from "../support/capture-log.ts";
import { changeAt } from "../support/changes.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { newLead, putLead, readStoredLead } from "../support/leads.ts";
import { putItems } from "../support/put-items.ts";
import { changeAttribute } from "../support/settings.ts";
import {
  passTransactionThrough,
  sdkError,
  transactionCanceled,
  useFaultyStore,
} from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ forEach: true });
const store = useFaultyStore();
const log = useLog();

let firm: Awaited<ReturnType<typeof newFirm>>;
beforeEach(async () => {
  firm = await newFirm(table);
});

const [NEW, ...OTHERS] = firmFields.initial.stages as [Stage, ...Stage[]];
const MINUTE = 61_000;

const setStages = async (stages: readonly Stage[]) => {
  const { status } = await call(updateFirm, { key: firm.apiKey, body: { stages } });
  expect(status).toBe(200);
};
/** Sweeps by a clock that stands still, however slow this machine is. */
const sweep = (milliseconds = MINUTE) => {
  const now = Date.now() + milliseconds;
  return runInvocation({ function: "sweep-deliveries" }, () => moveStrayLeads({ table, now: () => now }));
};
/** Returns the keys of the records that sweeps have skipped. */
const skipped = () =>
  Array.from(log.join().matchAll(/walk: 'sweep',\s+recordId: '([^']*)'/g), ([, id]) => id);
const keyText = (id: string) => Object.values(leadKey(firm.firmId, id)).join(" ");
const makeUnreadable = (id: string) => changeAttribute(table, leadKey(firm.firmId, id), "lastActivityAt", 5);

const stageOf = async (id: string) =>
  (await call(getLead, { key: firm.apiKey, params: { id } })).body.status.key;

/** Returns the number of removed stages of the firm that the sweep still watches. */
const countWatched = async () => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "byDue",
      KeyConditionExpression: "dueShard = :shard",
      ExpressionAttributeValues: { ":shard": "stages" },
    }),
  );
  return Items.filter(({ pk }) => pk === settingsPartition(firm.firmId)).length;
};

/** Runs `meanwhile` before the sweep writes to the firm for the first time. */
const sweepWhile = async (meanwhile: () => Promise<unknown>) => {
  store.on(TransactWriteCommand).callsFake(async (input: TransactWriteCommandInput, client) => {
    if (JSON.stringify(input).includes(firm.firmId)) {
      store.recover();
      await meanwhile();
    }
    return passTransactionThrough(input, client);
  });
  await sweep();
};

/** Removes the first stage; an instance with cached settings then puts a lead there. */
const strayLead = async (changes: Parameters<typeof putLead>[2] = {}) => {
  await setStages(OTHERS);
  const { id } = await putLead(table, firm.firmId, { stage: NEW.key, ...changes });
  return id;
};

describe("a lead that came to a stage while it was removed", () => {
  it.each([false, true])("is moved to the first open stage (archived: %s)", async (archived) => {
    const id = await strayLead({ archived });
    await sweep();
    expect(await stageOf(id)).toBe("contacted");
    expect(await readStoredLead(table, firm.firmId, id)).toMatchObject({
      listing: archived ? "archived" : "active",
      revision: 2,
      actor: { type: "system", id: null },
    });
  });

  it("stays as long as an instance may put another lead there", async () => {
    const id = await strayLead();
    await sweep(55_000);
    expect(await stageOf(id)).toBe(NEW.key);
  });

  it("stays if the stage exists again", async () => {
    const id = await strayLead();
    await setStages([NEW, ...OTHERS]);
    await sweep();
    expect(await stageOf(id)).toBe(NEW.key);
    expect(await countWatched()).toBe(0);
  });

  it("stays if a caller moves it meanwhile", async () => {
    const id = await strayLead();
    const body = { status: "qualified" };
    await sweepWhile(async () => {
      expect((await call(updateLead, { key: firm.apiKey, params: { id }, body })).status).toBe(200);
    });
    expect(await stageOf(id)).toBe("qualified");
  });

  it("waits for an open stage", async () => {
    const id = await strayLead();
    await setStages(OTHERS.filter(({ terminal }) => terminal));
    await sweep();
    expect(await stageOf(id)).toBe(NEW.key);
    await setStages(OTHERS);
    await sweep();
    expect(await stageOf(id)).toBe("contacted");
  });

  it("does not wait for 100 stages of firms without an open one", async () => {
    const stages = Array.from({ length: 100 }, (_, n) => `gone-${n}`);
    const due = dueFrom("", 0);
    await setStages(OTHERS.filter(({ terminal }) => terminal));
    await putItems(table, [
      ...stages.map((stage) => leadToItem(firm.firmId, newLead({ stage }), changeAt(Date.now()))),
      ...stages.map((stage) => ({ ...removedStageKey(firm.firmId, stage), dueShard: "stages", dueAt: due })),
    ]);
    firm = await newFirm(table);
    const id = await strayLead();
    await sweep();
    expect(await stageOf(id)).toBe("contacted");
  });

  it("is moved by a later sweep when the store fails, without delaying other firms' leads", async () => {
    const id = await strayLead();
    firm = await newFirm(table);
    const other = await strayLead();
    store.on(TransactWriteCommand).callsFake((input: TransactWriteCommandInput, client) => {
      if (JSON.stringify(input).includes(id)) throw sdkError("ThrottlingException");
      return passTransactionThrough(input, client);
    });
    await expect(sweep()).rejects.toThrow("no luck");
    expect(await stageOf(other)).toBe("contacted");
    store.recover();
    await sweep();
    expect((await readStoredLead(table, firm.firmId, other))?.stage).toBe("contacted");
  });
});

it("a lead that the store refuses does not keep others in the removed stage", async () => {
  const refused = await strayLead();
  const { id } = await putLead(table, firm.firmId, { stage: NEW.key });
  store.on(TransactWriteCommand).callsFake((input: TransactWriteCommandInput, client) => {
    if (JSON.stringify(input).includes(refused)) throw transactionCanceled("ValidationError");
    return passTransactionThrough(input, client);
  });
  await sweep();
  expect(skipped()).toEqual([keyText(refused)]);
  expect(await stageOf(id)).toBe("contacted");
  store.recover();
  await sweep();
  expect(await stageOf(refused)).toBe("contacted");
});

it("forgets a removed stage once it contains no lead", async () => {
  await strayLead();
  expect(await countWatched()).toBe(1);
  await sweep();
  await sweep();
  expect(await countWatched()).toBe(0);
});

it("watches a stage anew that is removed again while the sweep reads it", async () => {
  await setStages(OTHERS);
  await sweepWhile(async () => {
    await setStages([NEW, ...OTHERS]);
    await setStages(OTHERS);
  });
  expect(await countWatched()).toBe(1);
});

it("a lead that cannot be read does not keep others in the removed stage", async () => {
  const id = await strayLead();
  const malformed = await putLead(table, firm.firmId, { stage: NEW.key });
  await makeUnreadable(malformed.id);
  await sweep();
  expect(skipped()).toEqual([keyText(malformed.id)]);
  expect(await stageOf(id)).toBe(OTHERS[0]?.key);
});

it("more leads of one stage that cannot be read are a fault of ours, for which the sweep fails", async () => {
  await setStages(OTHERS);
  for (let n = 0; n < 5; n++) {
    const { id } = await putLead(table, firm.firmId, { stage: NEW.key });
    await makeUnreadable(id);
  }
  await expect(sweep()).rejects.toThrow();
});

it("a lead that cannot be read does not hide that the store refuses to write the others", async () => {
  await makeUnreadable(await strayLead());
  await putLead(table, firm.firmId, { stage: NEW.key });
  const refusal = Object.assign(sdkError("AccessDeniedException"), { $fault: "client" });
  store.on(TransactWriteCommand).rejects(refusal);
  await expect(sweep()).rejects.toThrow("no luck");
  expect(log.join()).toMatch(/sweep_failed[^}]*AccessDeniedException/);
});
