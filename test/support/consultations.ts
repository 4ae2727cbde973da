import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { parseConsultation } from "../../shared/consultations/consultation.store.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import type { Table } from "../../shared/table/table.ts";
import { addKey, addMember, newFirm } from "./firms.ts";
import { putLead } from "./leads.ts";
import { scanItems } from "./scan-table.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export const ROUND_THE_CLOCK = EVERY_DAY.map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));

/**
 * Creates a firm with a lead, an attorney (UTC, open all day by default) and a key with all scopes and a rate limit
 * that no test reaches.
 */
export const createBookingFixture = async (
  table: Table,
  changes: Partial<Member> = {},
  fields: Parameters<typeof newFirm>[1] = {},
) => {
  const { firmId } = await newFirm(table, fields);
  const attorney = await addMember(table, firmId, {
    timeZone: "UTC",
    officeHours: ROUND_THE_CLOCK,
    ...changes,
  });
  const key = await addKey(table, firmId, {
    scopes: [...SCOPES],
    requestsPerMinute: 1_000_000,
    permitsPerLease: 100_000,
  });
  return { firmId, attorney, leadId: (await putLead(table, firmId)).id, key };
};

export type BookingFixture = Awaited<ReturnType<typeof createBookingFixture>>;

/** Returns the body of a valid booking: one hour on Wednesday 2055-03-03. */
export const bookingBody = ({ leadId, attorney }: BookingFixture, changes: Record<string, unknown> = {}) => ({
  lead_id: leadId,
  attorney_id: attorney.id,
  type: "Initial",
  start_at: "2055-03-03T10:00:00.000Z",
  duration_min: 60,
  ...changes,
});

/** The instants at which an attorney's holds expire. */
type StoredHoldCount = { readonly pk: string; readonly expiries: Readonly<Record<string, number>> };

type Stored = {
  readonly consultations: Consultation[];
  readonly days: StoredDay[];
  readonly holdCounts: StoredHoldCount[];
};
export type StoredDay = { readonly pk: string; readonly sk: string; readonly slots: readonly StoredSlot[] };
type StoredSlot = {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** The expiry of a hold. */
  readonly expiry?: number;
};

/** Decodes a day, independently of the production code. */
const decodeDay = ({ pk, sk, slots }: Record<string, unknown>): StoredDay => ({
  pk: String(pk),
  sk: String(sk),
  slots: Object.entries(slots as Record<string, [number, number, number?]>).map(
    ([id, [start, minutes, expiry]]) => ({
      id,
      start,
      end: start + minutes * 60_000,
      ...(expiry !== undefined && { expiry }),
    }),
  ),
});

/** Reads every consultation and attorney day in the table. */
export const readStoredConsultations = async (table: Table): Promise<Stored> => {
  const items = await scanItems(table);
  const ofKind = (kind: string) => items.filter(({ pk }) => String(pk).split("#")[2] === kind);
  return {
    consultations: ofKind("CONSULTATION").map(parseConsultation),
    days: ofKind("DAY")
      .filter(({ slots }) => slots !== undefined)
      .map(decodeDay),
    holdCounts: ofKind("DAY").filter(({ expiries }) => expiries !== undefined) as StoredHoldCount[],
  };
};
