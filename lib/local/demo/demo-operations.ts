import { newChange } from "../../../shared/api/change.ts";
import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import type { StoredKey } from "../../../shared/api/keys/key-store.ts";
import type { Body, Operation, OperationRequest } from "../../../shared/api/operation.ts";
import { runOperation } from "../../../shared/api/run-operation.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Refs } from "../../../shared/table/read-records.ts";
import type { Table } from "../../../shared/table/table.ts";

type Input<Definition extends EndpointDefinition> = {
  /** The id of a record that it creates; by default a new one. */
  readonly id?: string;
  readonly params?: OperationRequest<Definition>["params"];
  readonly json: Readonly<Record<string, unknown>>;
};

/** Runs an operation of the API, and returns the body of its response. */
export type RunOperation = <Definition extends EndpointDefinition, Records extends Refs>(
  operation: Operation<Definition, Records>,
  input: Input<Definition>,
) => Promise<Body>;

/** Runs operations in this process, as a request with the key does: a function would have to be bundled first. */
export const operationsOf =
  (table: Table, firmId: FirmId, key: StoredKey): RunOperation =>
  async (operation, { id, params = {}, json }) => {
    const nowMilliseconds = Date.now();
    const actor = { type: "api_key" as const, id: key.id };
    const change = newChange({ actor, nowMilliseconds });
    const newId = id ?? newRecordId(nowMilliseconds);
    const request = { firmId, actor, nowMilliseconds, params, json, newId, change };
    const { body } = await runOperation({
      table,
      operation,
      request: { ...request, query: undefined, expectedVersions: null } as never,
      violations: [],
      input: operation.definition.body?.().parse(json) as never,
      claim: null,
      key: Promise.resolve(key),
    });
    return body;
  };
