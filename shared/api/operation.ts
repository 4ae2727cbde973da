import type * as z from "zod/mini";
import { requireFound } from "../schema/app-error.ts";
import type { Violation } from "../schema/violations.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader, RecordRef, Refs, Values } from "../table/read-records.ts";
import type { Attempt } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { Change } from "./change.ts";
import type { EndpointDefinition, PathParameter } from "./endpoint-definition.ts";
import type { KeyIdentity, StoredKey } from "./keys/key-store.ts";

export type Parsed<Schema> = Schema extends () => infer Built
  ? Built extends z.ZodMiniType
    ? z.output<Built>
    : undefined
  : undefined;

/** A request before anything was read: its body and query may be invalid. */
export type OperationRequest<Definition extends EndpointDefinition = EndpointDefinition> = {
  readonly firmId: FirmId;
  /** The API key, the source or the link that makes the request. */
  readonly actor: KeyIdentity["actor"];
  /** Where callers reach the service, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly nowMilliseconds: number;
  /** Path parameters, each a lower-case UUID. */
  readonly params: Readonly<Record<PathParameter<Definition["path"]>, string>>;
  /** The unvalidated body, its own texts trimmed; empty when it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The valid query; undefined when it is invalid. */
  readonly query: Parsed<Definition["query"]> | undefined;
  /** The versions of which `If-Match` requires one; null allows any. */
  readonly expectedVersions: readonly number[] | null;
  /** The id of a record that the request creates, the same however often it is decided. */
  readonly newId: string;
  /** The change that the request makes. */
  readonly change: Change;
};

/** A request that may be decided: its key has been checked, its body and query are valid. */
export type ValidRequest<Definition extends EndpointDefinition> = Omit<
  OperationRequest<Definition>,
  "query"
> & {
  readonly query: Parsed<Definition["query"]>;
  readonly input: Parsed<Definition["body"]>;
  /** The calling key, as it was when its lease was taken. */
  readonly key: StoredKey;
};

/** The body of a response. */
export type Body = object | string | null | undefined;

/** What a request comes to: what is written, all of it or nothing, and the answer. */
export type Decision<Answer = Body> = {
  readonly writes?: readonly Write[];
  /** An earlier request has made the record, so that this one makes nothing. */
  readonly replayed?: true;
  /** The name under which a success is counted, where there are several. */
  readonly outcome?: string;
} & (
  | { readonly answer: Answer }
  /** Does what must be done between the writes and the answer, and returns it. Runs once: nothing of it is retried. */
  | { readonly after: (table: Table) => Promise<Answer> }
);

/** What the pipeline runs (`run-operation.ts`), in three parts: `Valid` is a request that may be decided. */
export type Procedure<Request, Valid, Records extends Refs, Answer = Body> = {
  /**
   * The records to read, by name. A required record that does not exist is 404. A further try may read more than the
   * first one.
   */
  readonly reads: (request: Request, attempt: Attempt) => Records;
  /** What only the records show to be invalid: reported together with what the schemas reject. */
  readonly violations?: (records: Values<Records>, request: Request) => readonly Violation[];
  /**
   * Decides by rules alone: knows no clock, no environment and no table. Each `read` of more records, which those read
   * before have named, is one round trip. Decides again, with the records read anew, when one of them has changed before
   * the write.
   * @throws AppError
   * @throws ReadAgain when the records read do not belong together
   */
  readonly decide: (
    records: Values<Records>,
    request: Valid,
    read: Reader,
  ) => Decision<Answer> | Promise<Decision<Answer>>;
  /** Answers a repeat of an Idempotency-Key with the record that the first request created. */
  readonly repeat?: (request: Request, recordId: string, read: Reader) => Promise<Answer>;
  /** Where the outcomes are counted, and under which name a success of which the decision names none. */
  readonly counts?: { readonly metric: "Bookings" | "Leads"; readonly success: string };
};

/** What an endpoint does. */
export type Operation<Definition extends EndpointDefinition, Records extends Refs> = Procedure<
  OperationRequest<Definition>,
  ValidRequest<Definition>,
  Records
> & { readonly definition: Definition };

export const operation = <const Definition extends EndpointDefinition, const Records extends Refs>(
  definition: Definition,
  parts: Omit<Operation<Definition, Records>, "definition">,
): Operation<Definition, Records> => ({ definition, ...parts });

/** The same record, as what the check returns of it. An error of the check is one of reading the record. */
export const checked = <Value, Checked extends NonNullable<unknown>>(
  { key, parse, cached }: RecordRef<Value>,
  check: (value: Value) => Checked,
): RecordRef<Checked> => ({
  key,
  parse: (item) => check(parse(item)),
  ...(cached && { cached: (ageMilliseconds) => checkCached(cached(ageMilliseconds), check) }),
});

const checkCached = <Value, Checked>(value: Value | undefined, check: (value: Value) => Checked) =>
  value === undefined ? undefined : check(value);

/** A record that must exist: reading it throws `not_found` unless the firm has it. */
export const required = <Value extends NonNullable<unknown>>(noun: string, ref: RecordRef<Value | null>) =>
  checked(ref, (value) => requireFound(noun, value));
