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

/** A request before any read. Its body and query may be invalid. */
export type OperationRequest<Definition extends EndpointDefinition = EndpointDefinition> = {
  readonly firmId: FirmId;
  /** The API key, the source, the member or the link that makes the request. */
  readonly actor: KeyIdentity["actor"];
  /** What the calendar link that makes the request shows; undefined for every other key. */
  readonly calendar?: KeyIdentity["calendar"];
  /** The key of a client's link that makes the request, for its own address; empty for every other key. */
  readonly linkKey: string;
  /** Where a member signs in: the browser's name for itself, and its session until now; empty everywhere else. */
  readonly browser: { readonly name: string; readonly session: string };
  /** The service's address for callers, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly nowMilliseconds: number;
  /** Path parameters, each a lower-case UUID unless the row says that it is a text. */
  readonly params: Readonly<Record<PathParameter<Definition["path"]>, string>>;
  /** The unvalidated body, its top-level texts trimmed; empty when it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The valid query; undefined when it is invalid. */
  readonly query: Parsed<Definition["query"]> | undefined;
  /** The versions in `If-Match`, one of which is required; null allows any. */
  readonly expectedVersions: readonly string[] | null;
  /** The entity tags in `If-None-Match`, without their marks of weakness, where the endpoint has one. */
  readonly knownTags: readonly string[];
  /** The id of a record that the request creates, the same in every try. */
  readonly newId: string;
  /** The change that the request makes. Every try has a new one. */
  readonly change: Change;
};

type Keyed = {
  /** The calling key in its latest lease. */
  readonly key: StoredKey;
};

/** A request that may be decided: its key has been checked, its body and query are valid. */
export type ValidRequest<Definition extends EndpointDefinition> = Omit<
  OperationRequest<Definition>,
  "query"
> &
  Keyed & {
    readonly query: Parsed<Definition["query"]>;
    readonly input: Parsed<Definition["body"]>;
  };

/** The body of a response. */
export type Body = object | string | null | undefined;

/** The result of a request: its writes, made all or none, and the answer. */
export type Decision<Answer = Body> = {
  readonly writes?: readonly Write[];
  /** Set when an earlier request has made the record, so that this one makes nothing. */
  readonly replayed?: true;
  /** Set when the request creates the record, where the endpoint's row says that it may. */
  readonly created?: true;
  /** The entity tag of the answer. With it, the answer null tells a caller that knows the tag: nothing has changed. */
  readonly etag?: string;
  /** The `Set-Cookie` of the answer (`session-cookie.ts`). */
  readonly cookie?: string;
} & (
  | { readonly answer: Answer }
  /** Runs between the writes and the answer, and returns the answer. Runs once, without retries. */
  | { readonly after: (table: Table) => Promise<Answer> }
);

/** The three parts that the pipeline runs (`run-operation.ts`). `Valid` is a request that may be decided. */
export type Procedure<Request, Valid, Records extends Refs, Answer = Body> = {
  /** Returns the records to read, by name. A missing required record is 404. A further try may read more than the first. */
  readonly reads: (request: Request, attempt: Attempt) => Records;
  /** Returns violations that depend on the records. They are reported together with those of the schemas. */
  readonly violations?: (records: Values<Records>, request: Request) => readonly Violation[];
  /**
   * Decides by rules alone, without clock, environment or table. Each `read` of more records, named by those read
   * before, is one round trip. Runs again with new reads when one of the records has changed before the write.
   * @throws AppError
   * @throws ReadAgain when the records read do not belong together
   */
  readonly decide: (
    records: Values<Records>,
    request: Valid,
    read: Reader,
  ) => Decision<Answer> | Promise<Decision<Answer>>;
  /** Answers a repeat of an Idempotency-Key with the record that the first request created. */
  readonly repeat?: (request: Request & Keyed, recordId: string, read: Reader) => Promise<Answer>;
};

/** The work of an endpoint. */
export type Operation<Definition extends EndpointDefinition, Records extends Refs> = Procedure<
  OperationRequest<Definition>,
  ValidRequest<Definition>,
  Records
> & { readonly definition: Definition };

export const operation = <const Definition extends EndpointDefinition, const Records extends Refs>(
  definition: Definition,
  parts: Omit<Operation<Definition, Records>, "definition">,
): Operation<Definition, Records> => ({ definition, ...parts });

/** Reads a record as the result of a check. An error of the check is an error of the read. */
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

/** Reads a record that must exist: throws `not_found` unless the firm has it. */
export const required = <Value extends NonNullable<unknown>>(noun: string, ref: RecordRef<Value | null>) =>
  checked(ref, (value) => requireFound(noun, value));
