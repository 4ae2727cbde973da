import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import type { ValidRequest } from "../../shared/api/operation.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import type { Reader } from "../../shared/table/read-records.ts";
import { changeAt } from "./changes.ts";
import { CONSULTATION_FIELDS, LEAD_FIELDS } from "./firms.ts";

export const FIRM_ID = firmIdFromVerifiedSource("018f0000-0000-7000-8000-00000000f124");

/** Tuesday, noon in UTC. */
export const NOW_MILLISECONDS = Date.parse("2055-03-02T12:00:00.000Z");

/** What an operation decides by, without a table: the request that a valid body makes at `NOW_MILLISECONDS`. */
export const requestWith = <const Definition extends EndpointDefinition>(
  definition: Definition,
  json: Readonly<Record<string, unknown>> = {},
) =>
  ({
    firmId: FIRM_ID,
    nowMilliseconds: NOW_MILLISECONDS,
    json,
    input: definition.body?.().parse(json),
    newId: "018f0000-0000-7000-8000-000000000e10",
    change: changeAt(NOW_MILLISECONDS),
  }) as ValidRequest<Definition>;

/** Gives a decision what it reads beyond its first records, by the names under which it asks. */
export const readerOf = (records: Readonly<Record<string, unknown>> = {}) =>
  (async (refs) => Object.fromEntries(Object.keys(refs).map((name) => [name, records[name]]))) as Reader;

export const newSettings = (changes: Partial<FirmSettings> = {}): FirmSettings => ({
  ...firmFields.initial,
  name: "Test Law",
  timeZone: "America/New_York",
  defaultCountry: "US",
  leadFields: LEAD_FIELDS,
  consultationFields: CONSULTATION_FIELDS,
  ...changes,
});
