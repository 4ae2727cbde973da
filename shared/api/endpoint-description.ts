import type { ErrorCode } from "../schema/app-error.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";

/** The client's reaction to a lost answer. `client/src/lost-answers.ts` describes each way. */
type LostAnswer =
  | { readonly way: "repeated" | "repeatedWithKey" | "failed" }
  | { readonly way: "repeatedWith"; readonly field: string }
  | { readonly way: "deletion"; readonly gone: readonly ErrorCode[] }
  | {
      readonly way: "confirmed";
      /** The operation that reads the record. */
      readonly reader: `get${string}` | "listKeys";
      readonly by:
        | "change"
        | "archived"
        | "unarchived"
        | "completed"
        | "noShow"
        | "cancelOrReschedule"
        | "changeByLink";
    };

/** The examples of the document's schemas, by name. */
type Records = Readonly<Record<string, object>>;

/**
 * The description of an endpoint for people and the client. In the examples, `{lead}` stands for the id of a lead, and
 * so on: in the document, that of the example; in a generated request, that of a record of its firm.
 */
export type EndpointDescription = {
  /** Its purpose, its effects elsewhere and its usual failures, as Markdown. */
  readonly prose: string;
  /** Ids in the path that are not those of the usual examples. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters whose examples differ from those of the same name elsewhere. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Meanings of fields and query parameters, by name, that differ from those of the same name elsewhere. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Returns an example of a response other than one named schema or a page of it. */
  readonly response?: (records: Records) => unknown;
  readonly lostAnswer?: LostAnswer;
};

/**
 * The description of an endpoint: with an example of its body, and with the reaction to a lost answer unless it only
 * reads.
 */
export type DescriptionOf<Definition extends EndpointDefinition> = EndpointDescription &
  (Definition extends { readonly body: unknown } ? { readonly body: object } : { readonly body?: never }) &
  (Definition extends { readonly method: "GET" }
    ? { readonly lostAnswer?: never }
    : { readonly lostAnswer: LostAnswer });
