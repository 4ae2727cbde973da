import { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type EndpointDefinition, SCOPES } from "../../shared/api/endpoint-definition.ts";
import type { Decision, ValidRequest } from "../../shared/api/operation.ts";
import { AppError, invalidRequest } from "../../shared/schema/app-error.ts";
import { firstPerField, toViolations, type Violation } from "../../shared/schema/violations.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import type { Source } from "../../shared/sources/source.rules.ts";
import { sourceFields } from "../../shared/sources/source-fields.contract.ts";
import type { Write } from "../../shared/table/commit.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { known, type Reader, type Refs, readRecords } from "../../shared/table/read-records.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { type Attempt, FIRST_ATTEMPT } from "../../shared/table/retry.ts";
import type { Table } from "../../shared/table/table.ts";
import { changeAt } from "./changes.ts";
import { CONSULTATION_FIELDS, LEAD_FIELDS } from "./firms.ts";
import { givenTable } from "./given-table.ts";

export const FIRM_ID = firmIdFromVerifiedSource("018f0000-0000-7000-8000-00000000f124");

/** Tuesday, noon in UTC. */
export const NOW_MILLISECONDS = Date.parse("2055-03-02T12:00:00.000Z");

/** The id of the record that a request creates. */
export const NEW_ID = "018f0000-0000-7000-8000-000000000e10";

export const CHANGE = changeAt(NOW_MILLISECONDS);

/** The key of a request, with every scope. */
export const KEY = { scopes: [...SCOPES] };

/** A change that stored a record a second before. */
export const EARLIER_CHANGE = changeAt(NOW_MILLISECONDS - 1_000);

type Json = Readonly<Record<string, unknown>>;

/** Returns an operation's input, without a table: the request of a valid body at `NOW_MILLISECONDS`. */
export const requestWith = <const Definition extends EndpointDefinition>(
  definition: Definition,
  json: Json = {},
) =>
  ({
    firmId: FIRM_ID,
    actor: CHANGE.actor,
    baseUrl: "https://api.example.com",
    nowMilliseconds: NOW_MILLISECONDS,
    params: {},
    json,
    input: definition.body?.().safeParse(json).data,
    expectedVersions: null,
    newId: NEW_ID,
    change: CHANGE,
    key: KEY,
  }) as unknown as ValidRequest<Definition>;

/** Returns a reader of the records that a decision asks for by name. Any other record is stored, or absent. */
export const readerOf = (found: Json = {}, stored: readonly Item[] = []) =>
  (async (refs) => {
    const named = Object.entries(refs).map(([name, ref]) => [name, name in found ? known(found[name]) : ref]);
    return readRecords(tableOf(stored), uncachedIn(Object.fromEntries(named)));
  }) as Reader;

/** Returns a table that has these items, and no index. Its queries find items by a range of sort keys. */
const tableOf = (stored: readonly Item[]): Table => {
  const itemOf = (key: Item = {}) => stored.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const send = async (command: unknown) => {
    if (command instanceof GetCommand) return { Item: itemOf(command.input.Key) };
    if (command instanceof QueryCommand) return { Items: itemsInRange(stored, command.input) };
    if (!(command instanceof BatchGetCommand)) throw new Error("Give what a query finds by its name.");
    const keys = Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
    return { Responses: { given: keys.flatMap((key) => itemOf(key) ?? []) } };
  };
  return givenTable(send);
};

const SORT_KEYS = /^pk = :pk AND sk BETWEEN (:\w+) AND (:\w+)$/;

const itemsInRange = (
  stored: readonly Item[],
  { KeyConditionExpression = "", ExpressionAttributeValues: values = {} }: QueryCommand["input"],
) => {
  const [, first, last] = SORT_KEYS.exec(KeyConditionExpression) ?? [];
  if (!first || !last) throw new Error("Give what a query finds by its name.");
  return stored
    .filter(({ pk, sk }) => pk === values[":pk"] && values[first] <= String(sk) && String(sk) <= values[last])
    .toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
};

/** Returns uncached references, so that one case does not see the cache of another. */
const uncachedIn = (refs: Refs): Refs =>
  Object.fromEntries(Object.entries(refs).map(([name, ref]) => [name, uncachedRef(ref) as Refs]));

const uncachedRef = (ref: unknown): unknown => {
  if (Array.isArray(ref)) return ref.map(uncachedRef);
  if (typeof ref !== "object" || ref === null || "query" in ref) return ref;
  return "parse" in ref ? { ...ref, cached: undefined } : uncachedIn(ref as Refs);
};

type Given = {
  readonly json?: unknown;
  /** The items of the table. */
  readonly stored?: readonly Item[];
  /** The results of queries, by their names. */
  readonly found?: Json;
  /** The path's parameters, and any other relevant part of the request. */
  readonly request?: Json;
};

/** Any operation, regardless of its reads. */
type AnyOperation = {
  readonly definition: EndpointDefinition;
  readonly reads: (request: never, attempt: Attempt) => Refs;
  readonly violations?: (records: never, request: never) => readonly Violation[];
  readonly decide: (records: never, request: never, read: Reader) => Decision | Promise<Decision>;
};

/** Decides a body as the pipeline does, without a table. Rejects with the refusal. */
export const decided = async (
  { definition, reads, violations, decide }: AnyOperation,
  { json = {}, stored = [], found = {}, request: changes = {} }: Given,
): Promise<Decision> => {
  const request = { ...requestWith(definition, json as Json), ...changes } as never;
  const read = readerOf(found, stored);
  const records = (await read(reads(request, FIRST_ATTEMPT))) as never;
  const error = definition.body?.().safeParse(json).error;
  const ofBody = error ? toViolations(error, "body") : [];
  const hasFields = ofBody.every(({ field }) => field !== "body");
  const ofRecords = hasFields ? (violations?.(records, request) ?? []) : [];
  const all = firstPerField([...ofBody, ...ofRecords]);
  if (all.length > 0) throw invalidRequest(all);
  return decide(records, request, read);
};

/** Returns writes as data, without the errors that they throw when refused. */
export const plainWrites = (writes: readonly Write[] = []) =>
  writes.map(({ refusal: _refusal, ...write }) => write);

/** Returns a refusal's code, and the fields that it names. */
export const refusalOf = async (decision: Promise<unknown>) => {
  const refusal = await decision.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof AppError)) throw refusal ?? new Error("The request is not refused.");
  return [refusal.code, ...(refusal.details ?? []).map(({ field }) => field)];
};

export const newSettings = (changes: Partial<FirmSettings> = {}): FirmSettings => ({
  ...firmFields.initial,
  name: "Test Law",
  timeZone: "America/New_York",
  defaultCountry: "US",
  leadFields: LEAD_FIELDS,
  consultationFields: CONSULTATION_FIELDS,
  ...changes,
});

export const newSource = (changes: Partial<Source> = {}): Source => ({
  ...sourceFields.initial,
  id: NEW_ID,
  key: "form",
  name: "Form",
  keys: [],
  ...changes,
});
