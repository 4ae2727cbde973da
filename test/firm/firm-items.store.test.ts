import { expect, it } from "@jest/globals";
import { deleteFirmHead } from "../../shared/firm/firm-items.store.ts";
import { firmSettingsRecord } from "../../shared/settings/firm.store.ts";
import { firmStateRecord, markFirmDisabled } from "../../shared/settings/firm-state.store.ts";
import { readRecords } from "../../shared/table/read-records.ts";
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
