import { execFileSync } from "node:child_process";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import { createFirm } from "../../../shared/firm/create-firm.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import {
  apiKeyRecordKey,
  attorneyCalendarsKey,
  consultationKey,
  feedKey,
  type Item,
  keyCountsKey,
  leadKey,
  memberKey,
  openEventPageKey,
  settingsKey,
  sourceKey,
  webhookKey,
} from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { readStoredConsultations } from "../../support/consultations.ts";
import { useFurtherTable } from "../../support/further-tables.ts";
import { runCommand, runForJson, runForRows } from "../../support/operator.ts";
import { spoilRecord } from "../../support/spoil-record.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { minutesBefore, useReminders } from "../../support/use-reminders.ts";
import { readWebhook } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable({ stream: true });
const old = useFurtherTable(table, "old");
const restored = useFurtherTable(table, "restored");
const { fixture, bookWith, sweepAt, eventsOf } = useReminders(table);

const put = ({ client, name }: Table, ...items: Item[]) =>
  Promise.all(items.map((Item) => client.send(new PutCommand({ TableName: name, Item }))));

const AT = "2054-06-01T00:00:00.000Z";

/** Returns the calendars of an attorney, pushed or read at these instants. */
const calendarsOf = (firm: FirmId, attorney: string, asOf: Record<string, string>) => ({
  ...attorneyCalendarsKey(firm, attorney),
  version: 1,
  calendars: Object.fromEntries(
    Object.entries(asOf).map(([calendar, instant]) => [
      calendar,
      { asOf: instant, staleAt: null, lastError: null, ...(calendar === "feed" && { isFeed: true }) },
    ]),
  ),
});

/** Compares the tables. An empty line stands for a missing command. */
const compare = async () => {
  const rows: Record<string, unknown>[] = await runForJson(
    old,
    "backup compare",
    ...["--at", AT, "--to", restored.name],
  );
  return rows
    .map(({ firm_id, kind, id, change, repeat }) => [firm_id, kind, id, change, repeat].join(" | "))
    .toSorted();
};

it("lists what happened after the instant, with the command that repeats it, and nothing else", async () => {
  const [firm, gone] = ["firm-1", "firm-2"].map(firmIdFromVerifiedSource);
  if (!firm || !gone) throw new Error("There are no firms.");
  const key = { ...apiKeyRecordKey("1"), firmId: firm, id: "key", version: 1, enabled: true };
  const expired = { ...apiKeyRecordKey("2"), firmId: firm, id: "old", version: 1, expiresAtEpochSeconds: 1 };
  const booked = { status: "scheduled", startAt: "2055-01-01T10:00:00.000Z", firstName: "Dana" };
  const settings = { ...settingsKey(firm), version: 1 };
  const calendars = (attorney: string, asOf: Record<string, string>) => calendarsOf(firm, attorney, asOf);
  const same = [
    { ...memberKey(firm, "same"), version: 1, active: false },
    { ...apiKeyRecordKey("3"), firmId: firm, id: "same", version: 1 },
    { ...consultationKey(firm, "same"), ...booked },
    { ...leadKey(firm, "same"), stage: "new" },
  ];
  const [earlier, later] = ["2054-05-31T00:00:00.000Z", "2054-06-02T00:00:00.000Z"] as const;
  await put(
    restored,
    ...same,
    settings,
    key,
    expired,
    { ...keyCountsKey(firm), firmRequestsPerMinute: 600 },
    { ...memberKey(firm, "left"), version: 1, active: true },
    { ...memberKey(firm, "renamed"), version: 1, active: true },
    { ...sourceKey(firm, "form"), version: 1 },
    { ...feedKey(firm, "left", "withdrawn"), attorneyId: "left", version: 1 },
    { ...feedKey(firm, "left", "read"), attorneyId: "left", version: 1 },
    { ...webhookKey(firm, "deleted"), version: 1 },
    { ...webhookKey(firm, "moved"), version: 1 },
    { ...leadKey(firm, "changed"), stage: "new" },
    { ...consultationKey(firm, "moved"), ...booked, dueAt: "2055-01-01T09:00:00.000Z" },
    { ...consultationKey(firm, "done"), ...booked },
    { ...consultationKey(firm, "final"), ...booked, status: "canceled" },
    calendars("pushed", { google: earlier, court: earlier }),
    calendars("unpushed", { google: earlier, feed: earlier }),
    settingsKey(gone),
    { ...webhookKey(gone, "of-gone"), version: 1 },
  );
  await put(
    old,
    ...same,
    settingsKey(firmIdFromVerifiedSource("firm-new")),
    { ...settings, version: 2 },
    { ...memberKey(firm, "left"), version: 2, active: false },
    { ...memberKey(firm, "renamed"), version: 2, active: true },
    { ...sourceKey(firm, "form"), version: 2 },
    { ...feedKey(firm, "left", "read"), attorneyId: "left", version: 9 },
    { ...key, version: 2, enabled: false },
    { ...keyCountsKey(firm), firmDisabledAt: "2054-12-31T00:00:00.000Z" },
    { ...webhookKey(firm, "moved"), version: 2 },
    { ...leadKey(firm, "changed"), stage: "won" },
    { ...consultationKey(firm, "moved"), ...booked, startAt: "2055-01-02T10:00:00.000Z" },
    { ...consultationKey(firm, "done"), ...booked, status: "completed" },
    { ...consultationKey(firm, "final"), ...booked, status: "canceled" },
    { ...consultationKey(firm, "new"), ...booked },
    calendars("pushed", { google: later, court: earlier }),
    calendars("first pushed", { google: later }),
    calendars("unpushed", { google: earlier, feed: later }),
  );
  expect(await compare()).toEqual([
    "firm-1 | busy times | first pushed | changed | ",
    "firm-1 | busy times | pushed | changed | ",
    "firm-1 | consultation | done | completed | ",
    "firm-1 | consultation | moved | moved | consultation cancel firm-1 moved --reminders-only --confirm firm-1",
    "firm-1 | feed | withdrawn | deleted | feed delete firm-1 left withdrawn --confirm firm-1",
    "firm-1 | firm | firm-1 | disabled | firm disable firm-1",
    "firm-1 | firm | firm-1 | limited | firm limit firm-1 --requests-per-minute none",
    "firm-1 | key | key | changed | key revoke firm-1 key --confirm firm-1",
    "firm-1 | member | left | deactivated | member deactivate firm-1 left --confirm firm-1",
    "firm-1 | member | renamed | changed | ",
    "firm-1 | settings | firm-1 | changed | ",
    "firm-1 | source | form | changed | ",
    "firm-1 | webhook | deleted | deleted | webhooks delete firm-1 deleted --confirm firm-1",
    "firm-1 | webhook | moved | changed | webhooks delete firm-1 moved --confirm firm-1",
    "firm-2 | firm | firm-2 | erased | firm disable firm-2",
    "firm-new | firm | firm-new | created | ",
  ]);
});

it("names the records that cannot be read, and lists the others", async () => {
  const firm = firmIdFromVerifiedSource("firm-1");
  const attorneys = ["broken", "pushed"];
  for (const table of [old, restored])
    await put(table, ...attorneys.map((attorney) => calendarsOf(firm, attorney, { google: AT })), {
      ...openEventPageKey(firm),
      lastNumber: table === old ? 2 : 1,
      eventIds: [],
      openedAtMilliseconds: 0,
    });
  await put(old, calendarsOf(firm, "pushed", { google: "2054-06-02T00:00:00.000Z" }));
  await put(restored, { ...webhookKey(firm, "deleted"), version: 1 });
  await spoilRecord(old, attorneyCalendarsKey(firm, "broken"), "calendars");
  await spoilRecord(old, openEventPageKey(firm), "eventIds");
  const { rows, error } = await runForRows(
    "backup compare",
    ...["--table", old.name, "--at", AT, "--to", restored.name],
  );
  expect(rows.map(({ kind, id }) => [kind, id])).toEqual([
    ["busy times", "pushed"],
    ["webhook", "deleted"],
  ]);
  const names = ["the busy times broken of the firm firm-1", "the events of the firm firm-1"];
  expect(error).toBe(`The service could not read or change ${names.join(", ")}. Everything else is done.`);
});

it("repeats nothing of what came after the instant, which one of the tables never had", async () => {
  const [before, after] = [-1, 1].map((hours) => newRecordId(Date.parse(AT) + hours * 3_600_000));
  if (!before || !after) throw new Error("There are no ids.");
  // Ids of firms do not say when they were created.
  const firms = ["f3", "f4", "f5"].map((end) => `ffffffff-ffff-4fff-bfff-ffffffffff${end}`);
  const [firm, erased, newFirm] = firms.map(firmIdFromVerifiedSource);
  if (!firm || !erased || !newFirm) throw new Error("There are no firms.");
  await put(old, settingsKey(firm), calendarsOf(firm, after, { google: AT }));
  await put(
    restored,
    ...[firm, erased, newFirm].map(settingsKey),
    { ...webhookKey(firm, before), version: 1 },
    { ...webhookKey(firm, after), version: 1 },
    memberKey(erased, before),
    memberKey(erased, after),
    memberKey(newFirm, after),
  );
  expect(await compare()).toEqual([
    `${firm} | webhook | ${before} | deleted | webhooks delete ${firm} ${before} --confirm ${firm}`,
    `${erased} | firm | ${erased} | erased | firm disable ${erased}`,
    `${newFirm} | firm | ${newFirm} | created after the instant, or erased | `,
  ]);
});

it("lists the erasure of a firm once the firm is disabled, with its name for a shell", async () => {
  const name = 'O\'Brien & "Sons" $HOME';
  const firm = { name, timeZone: "Etc/UTC", defaultCountry: "US", nowMilliseconds: Date.now() };
  const { firmId } = await createFirm(restored, firm);
  const repeats = async () => (await compare()).flatMap((row) => row.split(`${firmId} | erased | `)[1] ?? []);
  expect(await repeats()).toEqual([`firm disable ${firmId}`]);
  await runCommand(restored, `firm disable ${firmId}`);
  const [erase] = await repeats();
  const words = execFileSync("sh", ["-c", `printf '%s\\n' ${erase}`], { encoding: "utf8" });
  expect(words.trimEnd().split("\n")).toEqual(["firm", "erase", firmId, "--confirm", name]);
});

it("ends only the reminders of a consultation, and changes nothing without --confirm", async () => {
  const id = await bookWith([60]);
  const cancel = (...input: string[]) =>
    runCommand(table, "consultation cancel", fixture.firmId, id, ...input);
  const stored = async () => {
    const { consultations } = await readStoredConsultations(table);
    return consultations.find((each) => each.id === id);
  };
  await cancel();
  expect(await stored()).toMatchObject({ status: "scheduled", reminderMinutes: [60] });
  await cancel("--reminders-only", "--confirm", fixture.firmId);
  expect((await stored())?.reminderMinutes).toBeUndefined();
  await sweepAt(minutesBefore(60));
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["consultation.booked"]);
  await cancel("--confirm", fixture.firmId);
  expect(await stored()).toMatchObject({ status: "canceled" });
});

it("ends also the reminder that is due after one that was sent meanwhile", async () => {
  const id = await bookWith([120, 60]);
  let isSent = false;
  interceptStoreCalls(async ({ name, send }) => {
    if (name === "Update" && !isSent) {
      isSent = true;
      await sweepAt(minutesBefore(120));
    }
    return send();
  });
  const input = [id, "--reminders-only", "--confirm", fixture.firmId];
  const ended = await runForJson(table, "consultation cancel", fixture.firmId, ...input);
  expect([isSent, ended]).toEqual([true, expect.objectContaining({ reminders_ended: true })]);
  await sweepAt(minutesBefore(60));
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    "consultation.booked",
    "consultation.reminder_due",
  ]);
});

it("deletes a webhook endpoint with --confirm", async () => {
  const webhook = await storeWebhook(table, fixture.firmId);
  const input = ["webhooks delete", fixture.firmId, webhook.id] as const;
  await runCommand(table, ...input);
  expect(await readWebhook(table, fixture.firmId, webhook)).not.toBeNull();
  await runCommand(table, ...input, "--confirm", fixture.firmId);
  await expect(runCommand(table, ...input)).rejects.toThrow("webhook");
});
