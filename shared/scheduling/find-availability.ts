import { operation } from "../api/operation.ts";
import { firmAttorneys } from "../members/attorney-list.store.ts";
import { RESPONSE_BYTES } from "../runtime/response-size.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { idsIn } from "../schema/id-list.ts";
import { rangeOf } from "../schema/time.ts";
import type { Violation } from "../schema/violations.ts";
import { type ConsultationType, findConsultationType, poolOf } from "../settings/consultation-type.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { uncached } from "../table/read-records.ts";
import { findAvailabilityEndpoint } from "./availability.contract.ts";
import { availableStarts, searchedDays, startsOfPool } from "./available-starts.steps.ts";
import { readPool } from "./scheduling-context.store.ts";

/** Lists the free starts of a pool: the union of its attorneys' availabilities. */
export const findAvailability = operation(findAvailabilityEndpoint, {
  reads: ({ firmId }) => ({
    settings: uncached(settingsRecord(firmId)),
    attorneys: firmAttorneys(firmId),
  }),

  violations: ({ settings, attorneys }, { query }) => [
    ...(query?.type === undefined || findConsultationType(settings, query.type) ? [] : [UNKNOWN_TYPE]),
    ...(idsIn(query?.attorneys).every((id) => attorneys.ids.includes(id)) ? [] : [UNKNOWN_ATTORNEY]),
  ],

  decide: async ({ settings, attorneys }, { firmId, query, nowMilliseconds }, read) => {
    const type = findConsultationType(settings, query.type);
    const ids = poolOf(poolOfQuery(query, type), attorneys.ids);
    const pool = await readPool(firmId, ids, attorneys, read);
    const search = {
      settings,
      range: rangeOf(query),
      durationMinutes: query.duration_min ?? type?.durationMinutes ?? 0,
      stepMinutes: query.step_min,
      nowMilliseconds,
    };
    const refs = pool.map((attorney) => [attorney.id, searchedDays(firmId, attorney, search)] as const);
    const { days } = await read({ days: Object.fromEntries(refs) });
    const data = startsOfPool(pool, (attorney) => availableStarts(attorney, days[attorney.id] ?? [], search));
    if (bytesOf(data) > RESPONSE_BYTES) throw invalidRequest([TOO_LARGE]);
    return { answer: { data, time_zone: settings.timeZone } };
  },
});

type Query = { readonly attorneys?: string | undefined } | undefined;

/** Returns the attorneys in a query, otherwise the pool of its type; without a type, all attorneys. */
const poolOfQuery = (query: Query, type: ConsultationType | undefined) => ({
  attorneyIds: query?.attorneys ? idsIn(query.attorneys) : (type?.attorneyIds ?? null),
});

/** Returns the size in a response, computed from the number of ids: writing megabytes only to count them takes long. */
const bytesOf = (data: readonly { readonly attorney_ids: readonly string[] }[]) =>
  data.reduce((bytes, { attorney_ids: ids }) => bytes + START_BYTES + ids.length * ID_BYTES, 0);

const START_BYTES = '{\\"start_at\\":\\"2026-11-09T14:00:00.000Z\\",\\"attorney_ids\\":[]},'.length;
const ID_BYTES = '\\"019a4a1e-5c00-7a3b-8c00-000000000001\\",'.length;

const TOO_LARGE: Violation = {
  field: "to",
  message: "must be earlier, or step_min larger: the range has more starts than one response can carry",
};

const UNKNOWN_TYPE: Violation = {
  field: "type",
  message: "must be the key of one of the firm's consultation types",
};

const UNKNOWN_ATTORNEY: Violation = {
  field: "attorneys",
  message: "must be active, schedulable members of the firm",
};
