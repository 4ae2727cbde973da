import { expect, it } from "@jest/globals";
import { memberRecord } from "../../shared/members/member.store.ts";
import { raiseMinSettingsVersion } from "../../shared/scheduling/min-settings-version.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { newFirm } from "../support/firms.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

it("raises it and never lowers it: a late repeat must not admit bookings by older settings", async () => {
  const { firmId, attorney } = await newFirm(table);
  const minimum = async () =>
    (await readRecord(table, memberRecord(firmId, attorney.id)))?.minSettingsVersion;
  await raiseMinSettingsVersion(table, firmId, 5);
  await raiseMinSettingsVersion(table, firmId, 3);
  expect(await minimum()).toBe(5);
  await raiseMinSettingsVersion(table, firmId, 6);
  expect(await minimum()).toBe(6);
});
