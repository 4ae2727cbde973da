import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getHandler } from "../../functions/consultations/get-consultation.ts";
import { handler as createMemberHandler } from "../../functions/members/create-member.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { firmMembers, memberRecord, memberToItem } from "../../shared/members/member.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { readRecords, uncached } from "../../shared/table/read-records.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { atMinute, useBookingFixture } from "../support/booking-fixture.ts";
import { changeBeforeQuery, changeBeforeWrite, changeWithinRead } from "../support/changes-between-calls.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm, book, patch, send } = useBookingFixture(table);

describe("a change between the read and the write of a booking", () => {
  const changeAttorney = async (changes: Partial<Member>) => {
    const attorney = { ...fixture.attorney, ...changes };
    const Item = memberToItem(fixture.firmId, { ...attorney, version: attorney.version + 1 });
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  };
  const timeOff = [{ startDate: "2055-03-03", endDate: "2055-03-03", reason: "" }];

  it.each<[Partial<Member>, string]>([
    [{ timeOff }, "attorney_unavailable"],
    [{ officeHours: [] }, "outside_office_hours"],
    [{ bookingRules: { ...NO_BOOKING_RULES, maxAdvanceDays: 1 } }, "booking_not_allowed"],
    [{ active: false }, "invalid_request"],
    [{ name: "Al" }, "201"],
  ])("%j is applied", async (changes, outcome) => {
    const isChanged = changeBeforeWrite(() => changeAttorney(changes));
    const { status, body } = await book();
    expect([isChanged(), body.error?.code ?? String(status)]).toEqual([true, outcome]);
  });

  it("time off is applied to a reschedule, even one that changes only the zone", async () => {
    const { id } = (await book()).body;
    const isChanged = changeBeforeWrite(() => changeAttorney({ timeOff }));
    const { body } = await patch(id, { time_zone: "Europe/Berlin" });
    expect([isChanged(), body.error.code]).toEqual([true, "attorney_unavailable"]);
  });

  it("the location is the old or the new one, and the answer says which is stored", async () => {
    const places = ["Old Street", "New Street"];
    const changes = [
      (change: () => Promise<unknown>) => changeBeforeWrite(change),
      (change: () => Promise<unknown>) =>
        changeWithinRead(table, change, ({ sk }) => sk.startsWith("MEMBER#")),
    ];
    for (const changeWithin of changes) {
      await updateFirm({ location: "Old Street", currency: "EUR" });
      const isChanged = changeWithin(() => updateFirm({ location: "New Street", currency: "USD" }));
      const { body } = await book({ amount: 5, start_at: atMinute(60 * changes.indexOf(changeWithin)) });
      expect([isChanged(), places]).toEqual([true, expect.arrayContaining([body.location])]);
      expect(body.currency).toBe(body.location === "New Street" ? "USD" : "EUR");
      expect((await send(getHandler, { params: { id: body.id } })).body).toEqual(body);
      jest.restoreAllMocks();
    }
  });

  describe("a holiday of the firm", () => {
    const holidays = [{ start_date: "2055-03-03", end_date: "2055-03-03", name: "Founders' day" }];
    afterEach(async () => {
      jest.restoreAllMocks();
      await updateFirm({ holidays: [] });
    });

    it("is applied", async () => {
      const isChanged = changeBeforeWrite(() => updateFirm({ holidays }));
      const { body } = await book();
      expect([isChanged(), body.error?.code]).toEqual([true, "attorney_unavailable"]);
    });

    it("is applied when the settings were read before it and the attorney after it", async () => {
      const change = () => updateFirm({ holidays });
      const isChanged = changeWithinRead(table, change, ({ sk }) => sk.startsWith("MEMBER#"));
      const { body } = await book();
      expect([isChanged(), body.error?.code]).toEqual([true, "attorney_unavailable"]);
    });

    /** Adds an attorney who is open all day. */
    const addAttorney = async () => {
      const body = { name: "New", schedulable: true, time_zone: "UTC", office_hours: ROUND_THE_CLOCK };
      const { status, body: member } = await send(createMemberHandler, { body });
      expect(status).toBe(201);
      return String(member.id);
    };

    it("is applied when the settings were read before it and a new, only attorney after it", async () => {
      for (const member of [...(await firmMembers(fixture.firmId).query(table)), fixture.attorney])
        await changeAttorney({ ...member, active: false });
      await updateFirm({ consultation_types: [{ key: "initial", name: "Initial", duration_min: 60 }] });
      const change = async () => {
        await updateFirm({ holidays });
        await addAttorney();
      };
      const isChanged = changeBeforeQuery(change);
      const { body } = await book({ attorney_id: undefined, type: "initial" });
      expect([isChanged(), body.error?.code]).toEqual([true, "attorney_unavailable"]);
    });

    it("is known to bind an attorney whose creation began before it", async () => {
      const isChanged = changeBeforeWrite(() => updateFirm({ holidays }));
      const { member, settings } = await readRecords(table, {
        member: memberRecord(fixture.firmId, await addAttorney()),
        settings: uncached(settingsRecord(fixture.firmId)),
      });
      expect([isChanged(), member?.minSettingsVersion]).toEqual([true, settings.version]);
    });
  });
});

describe("transaction conflicts, simulated because DynamoDB Local reports none", () => {
  const conflict = () =>
    new TransactionCanceledException({
      $metadata: {},
      message: "Transaction cancelled",
      CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
    });

  /** Makes the first transactions of the next request fail with a conflict. Returns the names of the store calls. */
  const simulateConflicts = (count: number) => {
    const calls: string[] = [];
    jest.spyOn(Math, "random").mockReturnValue(0);
    interceptStoreCalls(async ({ name, send }) => {
      calls.push(name);
      if (name === "TransactWrite" && calls.filter((each) => each === name).length <= count) throw conflict();
      return send();
    });
    return calls;
  };

  it("are retried with fresh reads", async () => {
    const calls = simulateConflicts(3);
    expect((await book()).status).toBe(201);
    const retries = calls.slice(calls.indexOf("TransactWrite") + 1);
    expect(retries.filter((name) => name === "TransactWrite")).toHaveLength(3);
    expect(retries.filter((name) => name === "BatchGet")).toHaveLength(3);
  });
});
