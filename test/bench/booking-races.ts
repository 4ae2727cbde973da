import { join } from "node:path";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { addKey, addMember } from "../support/firms.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { freshInstance } from "./cost.ts";
import { storeLead, type World } from "./world.ts";

const DAY_STARTS_AT = Date.parse("2028-01-05T00:00:00.000Z");
const SLOT_MINUTES = 10;
/** Each has its own client of the table. */
const INSTANCES = 5;

export type Race = {
  readonly label: string;
  readonly booked: number;
  readonly rejected: number;
  readonly reads: number;
  readonly writes: number;
  /** Writes that conflicted with another booking of the day and were retried. */
  readonly retries: number;
};

/** Measures the cost of concurrent bookings of one attorney's day. A booking that conflicts retries with fresh reads. */
export const measureRaces = async (world: World, bundles: string, proxy: CapacityProxy): Promise<Race[]> => [
  await race(world, bundles, proxy, { label: "50 at once for one slot", bookings: 50, minutesApart: 0 }),
  await race(world, bundles, proxy, {
    label: "50 at once for 50 slots of a day",
    bookings: 50,
    minutesApart: SLOT_MINUTES,
  }),
  await race(world, bundles, proxy, {
    label: "100 at once for 100 slots of a day",
    bookings: 100,
    minutesApart: SLOT_MINUTES,
  }),
];

type RaceInput = { readonly label: string; readonly bookings: number; readonly minutesApart: number };

const race = async (
  world: World,
  bundles: string,
  proxy: CapacityProxy,
  { label, bookings, minutesApart }: RaceInput,
): Promise<Race> => {
  const { table, firmId } = world;
  const handlers = Array.from(
    { length: INSTANCES },
    () => freshInstance(join(bundles, "book-consultation", "index.cjs")).handler,
  );
  const attorney = await addMember(table, firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  const lead = await storeLead(world);
  const key = await addKey(table, firmId, { scopes: ["consultations:write"] });
  const book = (index: number): Promise<ApiResponse> =>
    call(handlers[index % INSTANCES], {
      key,
      body: {
        lead_id: lead.id,
        attorney_id: attorney.id,
        type: "Initial",
        start_at: new Date(DAY_STARTS_AT + index * minutesApart * 60_000).toISOString(),
        duration_min: SLOT_MINUTES,
      },
    });
  proxy.takeCalls();
  const responses = await Promise.all(Array.from({ length: bookings }, (_, index) => book(index)));
  const operations = proxy.takeCalls().map(({ operation }) => operation);
  const booked = responses.filter(({ status }) => status === 201).length;
  const writes = operations.filter((operation) => operation === "TransactWriteItems").length;
  return {
    label,
    booked,
    rejected: responses.filter(({ body }) => body.error?.code === "slot_unavailable").length,
    reads: operations.filter((operation) => operation === "BatchGetItem" || operation === "Query").length,
    writes,
    retries: writes - booked,
  };
};
