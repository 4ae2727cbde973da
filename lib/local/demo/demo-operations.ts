import { type Actor, newChange } from "../../../shared/api/change.ts";
import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import type { StoredKey } from "../../../shared/api/keys/key-store.ts";
import type { Body, Operation, OperationRequest } from "../../../shared/api/operation.ts";
import { runOperation } from "../../../shared/api/run-operation.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { type InboundDelivery, newReceipt } from "../../../shared/sources/inbound-delivery.rules.ts";
import { ingestion } from "../../../shared/sources/ingest-delivery.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Refs } from "../../../shared/table/read-records.ts";
import type { Table } from "../../../shared/table/table.ts";
import type { Who } from "./demo-data.ts";
import type { DemoDates } from "./demo-dates.ts";

/** When and by whom something is done; by default at the first start, by the key. */
type Done = { readonly at?: Date; readonly actor?: DemoActor };

type DemoActor = Actor & { readonly type: "api_key" | "member" | "source"; readonly id: string };

type Input<Definition extends EndpointDefinition> = Done & {
  /** The id of a record that it creates; by default a new one. */
  readonly id?: string;
  readonly params?: OperationRequest<Definition>["params"];
  readonly json?: Readonly<Record<string, unknown>>;
};

/** Runs an operation of the API, and returns the body of its response. */
export type RunOperation = <Definition extends EndpointDefinition, Records extends Refs>(
  operation: Operation<Definition, Records>,
  input: Input<Definition>,
) => Promise<Body>;

/** Stores a delivery that a source got at an instant, with its outcome. */
type Deliver = (
  sourceId: string,
  sent: { readonly at: Date; readonly contentType: string; readonly body: string },
) => Promise<InboundDelivery>;

/** The operations and dates that make the demo firm's history. */
export type DemoHistory = {
  readonly run: RunOperation;
  readonly deliver: Deliver;
  readonly dates: DemoDates;
  readonly memberIds: Readonly<Record<Who, string>>;
  readonly formSourceId: string;
};

type Caller = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly key: StoredKey;
  /** The instant of the first start. */
  readonly now: Date;
};

const requestOf = ({ firmId, key, now }: Caller, { at = now, actor }: Done) => {
  const nowMilliseconds = at.getTime();
  const by = actor ?? { type: "api_key" as const, id: key.id };
  const change = newChange({ actor: by, nowMilliseconds });
  return { firmId, actor: by, nowMilliseconds, change, newId: newRecordId(nowMilliseconds) };
};

const whole = ({ table, key }: Caller) => ({ table, violations: [], claim: null, key: Promise.resolve(key) });

/** Runs operations in this process, as a request with the key does: a function would have to be bundled first. */
export const operationsOf =
  (caller: Caller): RunOperation =>
  async (operation, { id, params = {}, json = {}, ...done }) => {
    const request = requestOf(caller, done);
    const newId = id ?? request.newId;
    const { body } = await runOperation({
      ...whole(caller),
      operation,
      request: { ...request, newId, params, json, query: undefined, expectedVersions: null } as never,
      input: operation.definition.body?.().parse(json) as never,
    });
    return body;
  };

/** Receives deliveries in this process, as requests with a source's key are. */
export const deliveriesOf =
  (caller: Caller): Deliver =>
  async (sourceId, { at, contentType, body }) => {
    const request = requestOf(caller, { at, actor: { type: "source", id: sourceId } });
    const content = { body: Buffer.from(body), headers: { "content-type": contentType } };
    const { body: ingested } = await runOperation({
      ...whole(caller),
      operation: ingestion,
      request: {
        ...request,
        sourceId,
        receiptFor: (source) => newReceipt({ id: request.newId, ...content }, source),
        replayed: null,
      },
      input: undefined,
    });
    return ingested.delivery;
  };
