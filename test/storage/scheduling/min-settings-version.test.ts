import { expect, it } from "@jest/globals";
import { readRecord } from "../../../shared/storage/dynamodb/read-records.ts";
import { memberRecord } from "../../../shared/storage/members/member-store.ts";
import { raiseMinSettingsVersion } from "../../../shared/storage/scheduling/min-settings-version.ts";
import { newFirm } from "../../support/firms.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

it("is raised and never lowered: a late repeat must not admit bookings by older settings", async () => {
  const { firmId, attorney } = await newFirm(table);
  const minimum = async () =>
    (await readRecord(table, memberRecord(firmId, attorney.id)))?.minSettingsVersion;
  await raiseMinSettingsVersion(table, firmId, 5);
  await raiseMinSettingsVersion(table, firmId, 3);
  expect(await minimum()).toBe(5);
  await raiseMinSettingsVersion(table, firmId, 6);
  expect(await minimum()).toBe(6);
});
