import type { Content } from "../api/content-coding.ts";
import { type CamelCased, ownProperty, snakeCased } from "../runtime/collections.ts";
import { createdAt } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { truncate } from "../schema/text.ts";
import type { Targets } from "./deduplication.rules.ts";
import { type InboundDeliveryResource, REJECTION_CODES } from "./inbound-delivery.contract.ts";
import { withoutBodySecret } from "./masked-body.rules.ts";
import type { Source } from "./source.rules.ts";

export type Rejection = Readonly<NonNullable<InboundDeliveryResource["error"]>>;

type Stored = Omit<InboundDeliveryResource, "received_at" | "body" | "body_encoding">;

/** A delivery of a source, and its outcome. */
export type InboundDelivery = Readonly<CamelCased<Stored>> & {
  /** The whole body without its codings, or its beginning if it was too large to store. */
  readonly body: Uint8Array;
  /** Hashes of the stored values, if no deduplication record has them: without an external id, and not for a replay. */
  readonly targets?: Targets | undefined;
} & Omit<Content, "body">;

/** The outcome of ingestion. */
export type DeliveryResult = Pick<
  InboundDelivery,
  "outcome" | "leadId" | "externalId" | "error" | "omitted" | "targets"
>;

/** A body that a source sent: now or, for a replay, earlier. */
export type InboundReceipt = Omit<InboundDelivery, keyof DeliveryResult>;

type Received = Content & {
  readonly id: string;
  /** The size of the body as it was sent, if a gateway has changed it. */
  readonly bodyBytes?: number;
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** The header by which a stored delivery, and its replay, show that it is a row of an imported list. */
export const IMPORT_USER_AGENT = "intake operator: lead import";

/** What happens to a delivery after its outcome, for one to which nothing has happened. */
const UNTOUCHED = { replayedAs: null, dismissedAt: null } as const;

/** Returns whether a replay of a delivery had another outcome than a rejection. */
const isMended = ({ replayedAs }: Pick<InboundDelivery, "replayedAs">): boolean =>
  replayedAs !== null && replayedAs.outcome !== "rejected";

/**
 * Returns what the outcome of a replay means for its original, which is null if it was not read: whether it is settled, or
 * null for nothing.
 */
export const replayMark = (
  { outcome }: Pick<InboundDelivery, "outcome">,
  original: InboundDelivery | null,
): { readonly isSettled: boolean } | null => {
  if (outcome === "rejected") return original === null || isMended(original) ? null : { isSettled: false };
  const isOfLead = outcome !== "ignored" && outcome !== "test";
  return { isSettled: original === null ? isOfLead : outcome !== original.outcome };
};

/** Returns whether a delivery that became no lead still waits for somebody to look at it. */
export const isOpen = (delivery: Pick<InboundDelivery, "replayedAs" | "dismissedAt">): boolean =>
  delivery.dismissedAt === null && !isMended(delivery);

/** Returns the stored part of a delivery to a source. */
export const newReceipt = (
  { id, body, codedBody, contentEncoding, bodyBytes = body.byteLength, headers }: Received,
  { signature }: Pick<Source, "signature">,
): InboundReceipt => ({
  id,
  contentType: truncateHeader(headers["content-type"]),
  userAgent: truncateHeader(headers["user-agent"]),
  signature: signature && truncateHeader(headerNamed(headers, signature.header)?.trim()),
  origin: truncateHeader(pageOrigin(headers)),
  body: body.subarray(0, LIMITS.deliveryBodyBytes),
  bodyBytes,
  ...UNTOUCHED,
  replayOf: null,
  ...(contentEncoding !== undefined && { contentEncoding }),
  // Together with the body below DynamoDB's 400 KB.
  ...(signature && codedBody && codedBody.byteLength <= LIMITS.bodyBytes && { codedBody }),
});

/** Reads only own properties: a header may be named like an inherited one, such as `constructor`. */
const headerNamed = (headers: Received["headers"], name: string): string | undefined => {
  const lowerCased = name.toLowerCase();
  return ownProperty(headers, lowerCased);
};

const truncateHeader = (value: string | null | undefined): string | null =>
  value === undefined || value === null ? null : truncate(value, LIMITS.deliveryHeaderCharacters);

/** Headers by names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns the origin of the page that sent a request with its key in the address, or null. A key in a header means that
 * no form sent it, since forms cannot set headers.
 */
export const pageOrigin = ({ authorization = "", origin }: Headers): string | null =>
  authorization.trim() === "" ? (origin ?? null) : null;

/** Refers to the original delivery, also for a replay of a replay. */
export const replayReceipt = (
  id: string,
  {
    outcome: _outcome,
    leadId: _leadId,
    externalId: _externalId,
    error: _error,
    omitted: _omitted,
    targets: _targets,
    ...replayed
  }: InboundDelivery,
): InboundReceipt => ({ ...replayed, ...UNTOUCHED, id, replayOf: replayed.replayOf ?? replayed.id });

/** Removes the sender's and the person's content from a delivery. */
export const withoutContent = ({
  targets: _targets,
  codedBody: _codedBody,
  contentEncoding: _contentEncoding,
  ...delivery
}: InboundDelivery): InboundDelivery => ({
  ...delivery,
  body: new Uint8Array(),
  userAgent: null,
  signature: null,
  externalId: null,
  error: delivery.error && { ...delivery.error, message: "Erased.", details: null },
  omitted: [],
});

/** Returns true for a delivery whose content was erased, or was never kept because its lead had been erased. */
export const isWithoutContent = ({ body, bodyBytes }: Pick<InboundDelivery, "body" | "bodyBytes">): boolean =>
  bodyBytes > 0 && body.byteLength === 0;

/**
 * Returns a delivery as the API shows it. Its body lacks the source's secret, and is empty where that could not be
 * found.
 */
export const inboundDeliveryResource = (
  { body, targets: _targets, codedBody: _codedBody, contentEncoding: _coding, ...stored }: InboundDelivery,
  { bodySecret }: Pick<Source, "bodySecret">,
): InboundDeliveryResource => ({
  ...snakeCased<Stored>(stored),
  received_at: createdAt(stored.id),
  ...encodeBody(withoutBodySecret(body, bodySecret) ?? new Uint8Array()),
});

const encodeBody = (body: Uint8Array): Pick<InboundDeliveryResource, "body" | "body_encoding"> => {
  const text = plainText(body);
  return text === null
    ? { body: Buffer.from(body).toString("base64"), body_encoding: "base64" }
    : { body: text, body_encoding: "utf8" };
};

const TAB_AND_LINE_BREAKS = [0x09, 0x0a, 0x0d];

/** Returns null for bytes that are not UTF-8 or contain control characters, which JSON would escape one by one. */
const plainText = (bytes: Uint8Array): string | null => {
  if (bytes.some((byte) => byte < 0x20 && !TAB_AND_LINE_BREAKS.includes(byte))) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Returns the rejection for an error.
 * @throws the error itself when it is the service's own
 */
export const toRejection = (error: unknown): Rejection => {
  if (!(error instanceof AppError)) throw error;
  const code = REJECTION_CODES.find((each) => each === error.code);
  if (code === undefined) throw error;
  return { code, message: error.message, details: error.details && [...error.details] };
};
