import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Consultation } from "../../shared/domain/consultations/consultation.ts";
import type { Member } from "../../shared/domain/members/member.ts";
import { parseConsultation } from "../../shared/storage/consultations/consultation-item.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { addKey, addMember, newFirm } from "./firms.ts";
import { putLead } from "./leads.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export const roundTheClock = EVERY_DAY.map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));

/** A firm with a lead and an attorney, in UTC and round the clock unless told otherwise, and a key without a near limit. */
export const newDesk = async (table: Table, changes: Partial<Member> = {}) => {
  const { firmId } = await newFirm(table);
  const attorney = await addMember(table, firmId, {
    timeZone: "UTC",
    officeHours: roundTheClock,
    ...changes,
  });
  const key = await addKey(table, firmId, {
    scopes: ["consultations:read", "consultations:write"],
    requestsPerMinute: 1_000_000,
    permitsPerLease: 100_000,
  });
  return { firmId, attorney, leadId: (await putLead(table, firmId)).id, key };
};

export type Desk = Awaited<ReturnType<typeof newDesk>>;

/** The same desk with an attorney of its own. */
export const withAttorney = async (
  table: Table,
  desk: Desk,
  changes: Partial<Member> = {},
): Promise<Desk> => ({
  ...desk,
  attorney: await addMember(table, desk.firmId, {
    timeZone: "UTC",
    officeHours: desk.attorney.officeHours,
    ...changes,
  }),
});

/** A valid booking of an hour on a Wednesday. */
export const bookingOf = ({ leadId, attorney }: Desk, changes: Record<string, unknown> = {}) => ({
  lead_id: leadId,
  attorney_id: attorney.id,
  type: "Initial",
  start_at: "2027-03-03T10:00:00.000Z",
  duration_min: 60,
  ...changes,
});

type Stored = { readonly consultations: Consultation[]; readonly days: StoredDay[] };
export type StoredDay = { pk: string; sk: string; version: number; slots: Record<string, [number, number]> };

/** Every consultation and every day in the table. */
export const storedConsultations = async (table: Table): Promise<Stored> => {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  const within = (part: string) => items.filter(({ pk }) => String(pk).split("#")[2] === part);
  return {
    consultations: within("CONSULTATION").map(parseConsultation),
    days: within("DAY") as StoredDay[],
  };
};
