import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { batchesOf, toBatches } from "../runtime/collections.ts";
import { AWS_CLIENT_DEFAULTS } from "../runtime/deadline.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";

export type EventBus = { readonly name: string; readonly client: EventBridgeClient };

export const connectEventBus = (name: string): EventBus => ({
  name,
  client: new EventBridgeClient(AWS_CLIENT_DEFAULTS),
});

/** An entry, the record whose events stay in order, and the origin to report when the bus refuses the entry. */
export type Publication<Origin> = {
  readonly entry: PutEventsRequestEntry;
  readonly recordId: string;
  readonly origin: Origin;
};

/** `isPermanent`: the bus will never accept the entry. */
type Refusal<Origin> = {
  readonly origin: Origin;
  readonly code: string;
  readonly isPermanent: boolean;
};

type PublicationResult<Origin> = {
  readonly refusals: readonly Refusal<Origin>[];
  /** Not sent, because an earlier entry was refused for a transient reason. */
  readonly unsent: readonly Origin[];
};

const ENTRIES_MAXIMUM = 10;
export const ENTRY_BYTES_MAXIMUM = 256 * 1024;
const CONCURRENT_CALLS = 4;

/**
 * Publishes in few calls, several at a time, but never two events of one record at once. Stops after the calls in which
 * the bus refuses an entry for a transient reason. Later entries that were already published are published again.
 */
export const publish = async <Origin>(
  { client }: EventBus,
  publications: readonly Publication<Origin>[],
): Promise<PublicationResult<Origin>> => {
  const groups = toRounds(publications).flatMap((round) =>
    batchesOf(toBatches(round, CALL_LIMITS), CONCURRENT_CALLS),
  );
  const refusals: Refusal<Origin>[] = [];
  for (const [index, batches] of groups.entries()) {
    const refused = await Promise.all(batches.map((batch) => putEvents(client, batch)));
    refusals.push(...refused.flat());
    if (refused.flat().some(({ isPermanent }) => !isPermanent)) {
      const unsent = groups.slice(index + 1).flat(2);
      return { refusals, unsent: unsent.map(({ origin }) => origin) };
    }
  }
  return { refusals, unsent: [] };
};

/** Returns the first event of each record, then the second of each, and so on. */
const toRounds = <Origin>(publications: readonly Publication<Origin>[]) => {
  const rounds: Publication<Origin>[][] = [];
  const counts = new Map<string, number>();
  for (const publication of publications) {
    const count = counts.get(publication.recordId) ?? 0;
    counts.set(publication.recordId, count + 1);
    rounds[count] = [...(rounds[count] ?? []), publication];
  }
  return rounds;
};

const PERMANENT = new Set(["InvalidArgument", "MalformedDetail", "ValidationException"]);

/** Sends one call. If a malformed entry fails the whole call, sends its entries one by one. */
const putEvents = async <Origin>(
  client: EventBridgeClient,
  publications: readonly Publication<Origin>[],
): Promise<Refusal<Origin>[]> => {
  try {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({ Entries: publications.map(({ entry }) => entry) }),
    );
    return publications.flatMap(({ origin }, index) => {
      const { EventId, ErrorCode: code = "NoAnswer" } = Entries[index] ?? {};
      return EventId === undefined ? [{ origin, code, isPermanent: PERMANENT.has(code) }] : [];
    });
  } catch (error) {
    const code = error instanceof Error ? error.name : "Unknown";
    const isPermanent = PERMANENT.has(code);
    if (isPermanent && publications.length > 1) {
      const refusals = await mapConcurrently(publications, 1, (each) => putEvents(client, [each]));
      return refusals.flat();
    }
    return publications.map(({ origin }) => ({ origin, code, isPermanent }));
  }
};

/**
 * Returns the size as EventBridge counts it, with 14 bytes for the time:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
 */
const entryBytes = ({ Source = "", DetailType = "", Detail = "", Resources = [] }: PutEventsRequestEntry) =>
  [Source, DetailType, Detail, ...Resources].reduce((bytes, text) => bytes + Buffer.byteLength(text), 14);

const CALL_LIMITS = {
  entriesMaximum: ENTRIES_MAXIMUM,
  bytesMaximum: ENTRY_BYTES_MAXIMUM,
  bytesOf: ({ entry }: { readonly entry: PutEventsRequestEntry }) => entryBytes(entry),
};
