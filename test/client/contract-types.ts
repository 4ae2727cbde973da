import type * as z from "zod/mini";
import type { ErrorCode as ClientErrorCode } from "../../client/src/errors.ts";
import type { EventType as ClientEventType, IntakeEvent } from "../../client/src/events.ts";
import type { Event as ClientEvent, OperationId, Operations } from "../../client/src/generated.ts";
import type { PathParameter } from "../../shared/api/endpoint-definition.ts";
import type { Endpoint } from "../../shared/endpoints.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import type { EventType } from "../../shared/events/event-types.contract.ts";
import type { ErrorCode } from "../../shared/schema/app-error.ts";
import type { Exactly, SameBody, SameQuery } from "./type-equality.ts";

// This file is only compiled. A difference between the client and the contract is a type error in its last lines, which
// names the operation and the part of it.

/** `create-lead` → `createLead` */
type CamelCase<Kebab extends string> = Kebab extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Kebab;

type Contracts = { [Each in Endpoint as CamelCase<Each["name"]>]: Each };

type Schema<Part> = Part extends () => z.ZodMiniType ? ReturnType<Part> : undefined;
type PartOf<Value, Name extends string> = Value extends Readonly<Record<Name, infer Part>> ? Part : undefined;

type Response<Id extends OperationId> = Schema<PartOf<Contracts[Id]["response"], "schema">>;
type HasEntityTag<Id extends OperationId> = PartOf<Contracts[Id]["response"], "hasEntityTag">;
/** An answer with an entity tag may be a 304, without a body. */
type ContractResult<Id extends OperationId> =
  | (Response<Id> extends z.ZodMiniType ? z.output<Response<Id>> : ReturnType<() => void>)
  | (HasEntityTag<Id> extends true ? undefined : never);

/** The contract has one type for all events, of which the client shows each as one of its type. */
type WithAnyEvent<Result> = Result extends IntakeEvent
  ? ClientEvent
  : Result extends { data: IntakeEvent[] }
    ? Omit<Result, "data"> & { data: ClientEvent[] }
    : Result;

type Input<Id extends OperationId> = NonNullable<Parameters<Operations[Id]>[0]>;

/** `getMe` and the like take nothing: an input without any name. */
type ArgumentOf<Id extends OperationId, Name extends string> = string extends keyof Input<Id>
  ? never
  : Name extends keyof Input<Id>
    ? NonNullable<Input<Id>[Name]>
    : never;

type NamesOf<Argument> = [Argument] extends [never] ? never : keyof Argument;

type Checks<Id extends OperationId> = {
  result: Exactly<WithAnyEvent<Awaited<ReturnType<Operations[Id]>>>, ContractResult<Id>>;
  body: SameBody<ArgumentOf<Id, "body">, Schema<PartOf<Contracts[Id], "body">>>;
  query: SameQuery<ArgumentOf<Id, "query">, Schema<PartOf<Contracts[Id], "query">>>;
  path: Exactly<NamesOf<ArgumentOf<Id, "path">>, PathParameter<Contracts[Id]["path"]>>;
  idempotencyKey: Exactly<
    "Idempotency-Key" extends NamesOf<ArgumentOf<Id, "headers">> ? true : undefined,
    PartOf<Contracts[Id], "acceptsIdempotencyKey">
  >;
  ifMatch: Exactly<
    "If-Match" extends NamesOf<ArgumentOf<Id, "headers">> ? true : undefined,
    PartOf<Contracts[Id], "acceptsIfMatch"> extends string ? true : undefined
  >;
  ifNoneMatch: Exactly<
    "If-None-Match" extends NamesOf<ArgumentOf<Id, "headers">> ? true : undefined,
    HasEntityTag<Id>
  >;
};

type FailedChecks<Id extends OperationId> = {
  [Name in keyof Checks<Id>]: Checks<Id>[Name] extends true ? never : `${Id}: ${Name}`;
}[keyof Checks<Id>];

type Differences = { [Id in OperationId]: FailedChecks<Id> }[OperationId];

type None<Difference extends never> = Difference;
type Hold<Check extends true> = Check;

export type OperationsAreSame = None<Differences>;
export type OperationIdsAreSame = Hold<Exactly<keyof Contracts, OperationId>>;
export type ErrorCodesAreSame = Hold<Exactly<ClientErrorCode, ErrorCode>>;
export type EventTypesAreSame = Hold<Exactly<ClientEventType, EventType>>;
export type EventsAreSame = Hold<Exactly<ClientEvent, EventResource>>;
export type EventsNarrowByType = Hold<Exactly<Awaited<ReturnType<Operations["getEvent"]>>, IntakeEvent>>;
