import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { LIMITS } from "../../../shared/api/schema/limits.ts";
import { member } from "../../../shared/members/member.contract.ts";
import { memberCountKey } from "../../../shared/table/record-keys.ts";
import { call } from "../../support/http-call.ts";
import { MEMBER_BODY } from "../../support/members.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const create = (body: unknown) => firm.send(createMember, { body });
const get = (id: string, by = firm.apiKey) => call(getMember, { key: by, params: { id } });

describe("POST /api/members", () => {
  it("creates a member with every field", async () => {
    const response = await create(MEMBER_BODY);
    expect(response.status).toBe(201);
    expect(member().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ ...MEMBER_BODY, version: 1 });
    expect((await get(response.body.id)).body).toEqual(response.body);
  });

  it("requires only a name and defaults to active, not schedulable, in the firm's zone", async () => {
    const { body } = await create({ name: " Pat " });
    expect(body).toMatchObject({
      name: "Pat",
      email: "",
      role: "",
      schedulable: false,
      active: true,
      time_zone: "America/New_York",
      office_hours: [],
      time_off: [],
      booking_rules: { min_notice_min: null, max_advance_days: null, buffer_min: null, max_per_day: null },
    });
  });

  it("reports every violation at once", async () => {
    const response = await create({
      name: "  ",
      email: "kim@",
      role: 5,
      schedulable: "yes",
      time_zone: "EST5EDT/Nowhere",
      booking_rules: { max_advance_days: 0, min_notice_min: 1.5 },
      office_hours: [
        { weekday: 1, start: "09:00", end: "17:00" },
        { weekday: 1, start: "16:00", end: "15:00" },
        { weekday: 2, start: 9, end: "17:00" },
        { weekday: 1, start: "16:00", end: "18:00" },
      ],
      time_off: [
        { start_date: "2026-02-30", end_date: "2026-03-01" },
        { start_date: "2026-03-02", end_date: "2026-03-01" },
        { start_date: "2026-03-02" },
        { start_at: "2026-03-02T10:00:00Z", end_at: "2026-03-02T10:00:00Z" },
        { start_at: "2026-03-02", end_at: 5, reason: 6 },
        { end_at: "2026-03-02T10:00:00Z", start_date: "2026-03-02", end_date: "2026-03-02" },
        "tomorrow",
      ],
    });
    expect([response.status, violationFields(response).sort()]).toEqual([
      422,
      [
        "booking_rules.max_advance_days",
        "booking_rules.min_notice_min",
        "email",
        "name",
        "office_hours[1].end",
        "office_hours[2].start",
        "office_hours[3]",
        "role",
        "schedulable",
        "time_off[0].start_date",
        "time_off[1].end_date",
        "time_off[2].end_date",
        "time_off[3].end_at",
        "time_off[4].end_at",
        "time_off[4].reason",
        "time_off[4].start_at",
        "time_off[5].end_date",
        "time_off[5].start_at",
        "time_off[5].start_date",
        "time_off[6]",
        "time_zone",
      ],
    ]);
  });

  it("stores time off between two instants in UTC", async () => {
    const time_off = [
      { start_date: "2026-05-01", end_date: "2026-05-03", reason: "" },
      { start_at: "2026-05-04T13:00:00+02:00", end_at: "2026-05-04T14:30:00.0005Z", reason: "Court" },
    ];
    const { body } = await create({ ...MEMBER_BODY, time_off });
    expect(body.time_off).toEqual([
      time_off[0],
      { start_at: "2026-05-04T11:00:00.000Z", end_at: "2026-05-04T14:30:00.000Z", reason: "Court" },
    ]);
    expect(member().parse((await get(body.id)).body)).toEqual(body);
  });

  it.each([
    ["office_hours", Array(LIMITS.officeHours + 1).fill({ weekday: 1, start: "09:00", end: "10:00" })],
    ["time_off", Array(LIMITS.timeOff + 1).fill({ start_date: "2026-01-01", end_date: "2026-01-01" })],
  ])("rejects too many %s", async (field, entries) => {
    const response = await create({ name: "Kim", [field]: entries });
    expect([response.status, violationFields(response)]).toEqual([422, [field]]);
  });
});

describe("the number of members", () => {
  const setCount = (memberCount: number) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: memberCountKey(firm.firmId),
        UpdateExpression: "SET memberCount = :count",
        ExpressionAttributeValues: { ":count": memberCount },
      }),
    );

  it("has a maximum, also when many are made at once", async () => {
    await setCount(LIMITS.members - 2);
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(MEMBER_BODY)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 422, 422, 422, 422]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual([
      { field: "member", message: "cannot be made: a firm has at most 500 members" },
    ]);
  });
});
