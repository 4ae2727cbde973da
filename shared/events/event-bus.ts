import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { AWS_CLIENT_DEFAULTS } from "../runtime/aws-client-defaults.ts";

export type EventBus = { readonly name: string; readonly client: EventBridgeClient };

export const connectEventBus = (name: string): EventBus => ({
  name,
  client: new EventBridgeClient(AWS_CLIENT_DEFAULTS),
});

/** An entry, and the origin to report when the bus rejects the entry. */
export type Publication<Origin> = { readonly entry: PutEventsRequestEntry; readonly origin: Origin };

export type Rejection<Origin> = { readonly origin: Origin; readonly code: string };

const ENTRIES_MAXIMUM = 10;
const REQUEST_BYTES_MAXIMUM = 256 * 1024;

/**
 * Publishes in as few calls as the bus allows.
 * @returns the rejected entries, which no subscriber receives
 */
export const publish = async <Origin>(
  { client }: EventBus,
  publications: readonly Publication<Origin>[],
): Promise<Rejection<Origin>[]> => {
  const rejections: Rejection<Origin>[] = [];
  for (const batch of toBatches(publications)) rejections.push(...(await putEvents(client, batch)));
  return rejections;
};

const putEvents = async <Origin>(client: EventBridgeClient, publications: readonly Publication<Origin>[]) => {
  try {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({ Entries: publications.map(({ entry }) => entry) }),
    );
    return publications.flatMap(({ origin }, index) => {
      const { EventId, ErrorCode } = Entries[index] ?? {};
      return EventId === undefined ? [{ origin, code: ErrorCode ?? "NoAnswer" }] : [];
    });
  } catch (error) {
    const code = error instanceof Error ? error.name : "Unknown";
    return publications.map(({ origin }) => ({ origin, code }));
  }
};

/** In order, as many per request as fit; an entry over the limit gets a request of its own. */
const toBatches = <Origin>(publications: readonly Publication<Origin>[]) => {
  const batches: Publication<Origin>[][] = [];
  let bytes = 0;
  for (const publication of publications) {
    const size = entryBytes(publication.entry);
    const last = batches.at(-1);
    const fits = last && last.length < ENTRIES_MAXIMUM && bytes + size <= REQUEST_BYTES_MAXIMUM;
    if (fits) last.push(publication);
    else batches.push([publication]);
    bytes = fits ? bytes + size : size;
  }
  return batches;
};

/** Size as EventBridge counts it: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const entryBytes = ({ Source = "", DetailType = "", Detail = "" }: PutEventsRequestEntry) =>
  Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail);
