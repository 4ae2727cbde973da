import { expect, it } from "@jest/globals";
import { deleteFirmHead, walkFirm } from "../../shared/firm/firm-items.store.ts";
import { firmSettingsRecord } from "../../shared/settings/firm.store.ts";
import { firmStateRecord, markFirmDisabled } from "../../shared/settings/firm-state.store.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { settingsPartition } from "../../shared/table/record-keys.ts";
import { everyKey } from "../support/every-key.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

it("deletes the settings of a firm only while it is disabled", async () => {
  const read = () =>
    readRecords(table, { settings: firmSettingsRecord(firm.firmId), state: firmStateRecord(firm.firmId) });
  expect(await deleteFirmHead(table, firm.firmId)).toBe(false);
  expect(await read()).toMatchObject({ settings: { version: 1 } });
  await markFirmDisabled(table, firm.firmId, "2055-03-01T00:00:00.000Z");
  expect(await deleteFirmHead(table, firm.firmId)).toBe(true);
  expect(await read()).toMatchObject({ settings: null });
});

it("walks every partition of a firm by queries, where `partitionsOf` has it", async () => {
  const firmId = firmIdFromVerifiedSource(crypto.randomUUID());
  // The partitions of idempotency records are those of the operations, and of the settings those that name partitions.
  const keys = everyKey(firmId).filter(
    ({ name, key }) =>
      !/^KEY#|#IDEMPOTENCY#/.test(key.pk) &&
      (key.pk !== settingsPartition(firmId) || ["memberKey", "sourceKey", "webhookKey"].includes(name)),
  );
  await putItems(
    table,
    keys.map(({ key }) => ({ ...key, sha256: "<sha256>", keys: [] })),
  );
  const walked = new Set<string>();
  for await (const page of walkFirm(table, firmId)) for (const { pk } of page.items) walked.add(String(pk));
  expect(keys.filter(({ key }) => !walked.has(key.pk)).map(({ name }) => name)).toEqual([]);
});
