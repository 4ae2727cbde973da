import fc from "fast-check";
import { LIMITS } from "../../shared/schema/limits.ts";
import type { Table } from "../../shared/table/table.ts";
import { definitionOf } from "./endpoints.ts";
import { filledBodies, HOSTILE_JSON, hostileTextBodies } from "./hostile-bodies.ts";
import { type HostileRequest, hostileFields, hostileHeaders, hostileIds } from "./hostile-requests.ts";
import { largestSettings } from "./hostile-settings.ts";
import type { HostileText } from "./hostile-texts.ts";
import { setLimit } from "./keys.ts";
import { bodySchema } from "./openapi/generated-requests.ts";
import { knownValues } from "./openapi/known-values.ts";
import type { Operation } from "./openapi/published-document.ts";
import { requestWorld } from "./openapi/request-world.ts";
import type { KnownValues } from "./openapi/valid-values.ts";

let turn = 0;

/** Returns this number of the requests, which begin where the last call ended: together, all calls return all. */
const inTurn = (requests: readonly HostileRequest[], count: number): HostileRequest[] => {
  const first = turn;
  turn += count;
  return requests.slice(0, count).flatMap((_, index) => requests[(first + index) % requests.length] ?? []);
};

/** Every operation reads headers by the same code, and one without a body reads none. */
const SHARED_REQUESTS = 5;

/** Creates a firm for hostile requests of any operation. */
export const hostileWorld = async (table: Table) => {
  const world = await requestWorld(table);
  const { stages } = (await world.send("get-firm", {})).body;

  /** Returns known values. No request repeats another one or removes a stage, unless its hostile value does so. */
  const known = (name: string): KnownValues => {
    const { valuesOf, ...values } = knownValues(name, world);
    return {
      ...values,
      isLeftOut: (field) => field === "Idempotency-Key" || values.isLeftOut(field),
      valuesOf: (field, schema) => (field === "stages" ? fc.constant(stages) : valuesOf(field, schema)),
    };
  };

  /** Returns a record that no request has changed or ended, and a key with a high rate limit. */
  const newTarget = async (name: string) => {
    const key = await world.keyFor(definitionOf(name));
    await setLimit(table, key, LIMITS.requestsPerMinuteMaximum);
    return { key, params: await world.newParams(name) };
  };

  const hostileBodies = (operation: Operation): readonly HostileText[] => {
    if (!operation.requestBody) return [];
    const { body } = world.requestOf(definitionOf(operation.name));
    const settings = operation.name === "update-firm" ? largestSettings() : [];
    return [...filledBodies(body, bodySchema(operation) ?? {}), ...settings];
  };

  return {
    ...world,
    newTarget,
    /** Returns every hostile request of an operation, by its hostile part. */
    hostileRequests: (operation: Operation) => {
      const valid = world.requestOf(definitionOf(operation.name));
      return {
        fields: () => hostileFields(operation, known(operation.name)),
        headers: () => inTurn(hostileHeaders(valid), SHARED_REQUESTS),
        bodies: () => {
          const toRequest = ([kind, body]: HostileText): HostileRequest => ({
            label: `body: ${kind}`,
            part: "body",
            request: { ...valid, body },
          });
          const ofAnyOperation = [...hostileTextBodies(), ...HOSTILE_JSON].map(toRequest);
          return [
            ...inTurn(ofAnyOperation, operation.requestBody ? 2 * SHARED_REQUESTS : SHARED_REQUESTS),
            ...hostileBodies(operation).map(toRequest),
          ];
        },
        ids: hostileIds,
      };
    },
  };
};

export type HostileWorld = Awaited<ReturnType<typeof hostileWorld>>;
