import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { handler as remove } from "../../functions/conflicts/delete-conflict-entry.ts";
import { handler as get } from "../../functions/conflicts/get-conflict-entry.ts";
import { handler as putBatch } from "../../functions/conflicts/put-conflict-entries.ts";
import { handler as put } from "../../functions/conflicts/put-conflict-entry.ts";
import { conflictEntryKey } from "../../shared/table/record-keys.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { setGate } from "../support/conflict-gate.ts";
import { readItem } from "../support/read-item.ts";
import { sendTogether } from "../support/simulated-time.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
beforeEach(() => setGate(table, firm.firmId));
afterEach(() => {
  jest.restoreAllMocks();
});

const [ACME, ZENITH, APEX] = ["Acme", "Zenith", "Apex"].map((name) => ({ name, role: "client" }));
const BODIES = [ACME, ZENITH, APEX];
const params = { key: "c-1" };

/** What each answer says that the request has done. */
const DONE: Readonly<Record<string, string>> = {
  ...{ "put 201": "created", "put 200": "put", "remove 204": "deleted", "remove 404": "absent" },
};

type Context = Parameters<typeof firm.send>[2];

const SENDS = [
  async (body: object, context: Context) => {
    const { status } = await firm.send(put, { params, body }, context);
    return DONE[`put ${status}`];
  },
  async (body: object, context: Context) => {
    const { body: answer } = await firm.send(
      putBatch,
      { body: { entries: [{ ...params, ...body }] } },
      context,
    );
    return answer.data[0].outcome === "created" ? "created" : "put";
  },
  async (_: object, context: Context) => {
    const { status } = await firm.send(remove, { params }, context);
    return DONE[`remove ${status}`];
  },
];

/** Returns the states of the entry, in their order. */
const states = async () => {
  const { pk, sk } = conflictEntryKey(firm.firmId, params.key);
  return (await readStreamRecords(table))
    .map(({ dynamodb }) => unmarshall(Object(dynamodb?.NewImage)))
    .filter((image) => image.pk === pk && image.sk === sk)
    .map(({ version, changeId, name = null }) => ({ version, changeId, name }));
};

it("an instance that knows nothing of the firm reads its settings and an entry at once", async () => {
  await firm.renew();
  await setGate(table, firm.firmId);
  expect((await firm.send(get, { params })).status).toBe(404);
});

it("60 requests at once for one entry are done one after another, each as it was answered", async () => {
  const done = await sendTogether(60, (index, context) =>
    Promise.resolve(SENDS[Math.floor(index / 3) % 3]?.(Object(BODIES[index % 3]), context)),
  );
  const history = await states();
  expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
  const changeIds = history.map(({ changeId }) => changeId);
  expect(changeIds).toEqual([...new Set(changeIds)].toSorted());
  const wasGone = (index: number) => (history[index - 1]?.name ?? null) === null;
  const count = (did: string) => done.filter((each) => each === did).length;
  expect([count("created"), count("deleted")]).toEqual([
    history.filter(({ name }, index) => name !== null && wasGone(index)).length,
    history.filter(({ name }) => name === null).length,
  ]);
  expect(done.filter((each) => each === undefined)).toEqual([]);
  const { status, body } = await firm.send(get, { params });
  expect(status === 404 ? null : body.name).toBe(history.at(-1)?.name);
});

it("an entry whose mark of deletion expires meanwhile is created", async () => {
  await firm.send(put, { params, body: ACME });
  await firm.send(remove, { params });
  const Key = conflictEntryKey(firm.firmId, params.key);
  const hasExpired = changeBeforeWrite(() =>
    table.client.send(new DeleteCommand({ TableName: table.name, Key })),
  );
  expect((await firm.send(put, { params, body: ZENITH })).status).toBe(201);
  expect([hasExpired(), (await readItem(table, Key))?.version]).toEqual([true, 1]);
});
