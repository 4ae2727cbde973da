import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Lead } from "../leads/lead.rules.ts";
import { MAPPED_TEXTS } from "../leads/lead-fields.contract.ts";
import type { BodyReading } from "../mapping/read-body.rules.ts";
import { ownProperty } from "../runtime/collections.ts";
import { LIMITS } from "../schema/limits.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";

/** What was sent for each target. */
export type SentTexts = BodyReading["sent"];

type SentText = SentTexts extends ReadonlyMap<string, infer Text> ? Text : never;

/** Characters of hexadecimal: 8 bytes of a hash, and 4 to distinguish the targets of one firm. */
export const HASH_CHARACTERS = 16;
export const TARGET_ID_CHARACTERS = 8;

/** Of 8 bytes, those for the text of a target; the others are for its place. */
export const TEXT_CHARACTERS = 10;
const PLACE_CHARACTERS = HASH_CHARACTERS - TEXT_CHARACTERS;

/** Returns the beginning of SHA-256, enough for the few deliveries of one external id. */
export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);

/** Returns a short id for the name of a target, which may be long. */
export const targetId = (target: string): string => shortHash(target).slice(0, TARGET_ID_CHARACTERS);

/** Returns a hash that tells the texts of one target apart. */
export const textHash = (text: string): string => shortHash(text).slice(0, TEXT_CHARACTERS);

/** Returns a hash that tells the places of one target apart. */
export const placeHash = (place: string): string => shortHash(place).slice(0, PLACE_CHARACTERS);

/**
 * Hashes of a target's value, blank ones included. `sent` is the sender's value, and `place` where it stood, both null for
 * a constant of the mapping. Records of an earlier release know no places. `stored` is the value that the deliveries
 * stored in the lead.
 */
type TargetHashes = {
  readonly sent: string | null;
  readonly place: string | null;
  readonly stored: string;
};

/** Keys: `targetId`. */
export type Targets = ReadonlyMap<string, TargetHashes>;

/** Returns the same hash for deliveries with the same values, whatever fields the firm had defined. */
export const valuesHash = (sent: SentTexts): string =>
  shortHash(
    JSON.stringify(
      [...sent]
        .flatMap(([target, { text }]) => (text ? [[target, text]] : []))
        .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
    ),
  );

/** Returns the hash by which an earlier release recognizes a repetition: of the mapped fields as the firm defines them. */
export const formerHash = (...parts: readonly Readonly<Record<string, unknown>>[]): string => {
  const sorted = parts.map((part) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};

/** The lead of earlier deliveries with the same id, and facts about the last ones. */
export type DeduplicationEntry = {
  readonly leadId: string;
  /** The number of writes of its record; 0 for no record, or one of an earlier release. */
  readonly revision: number;
  /** The last applied delivery; for a replay, the one that it replays; null when unknown. */
  readonly deliveryId: string | null;
  /** Short hashes of the bodies that were applied last, newest first. */
  readonly bodies: readonly string[];
  /** Short hashes of their mapped values. */
  readonly values: readonly string[];
  /** Hashes of the values that were sent last; null when unknown. */
  readonly targets: Targets | null;
  /** Hashes by which an earlier release recognizes repetitions, newest first. */
  readonly formerHashes: readonly string[];
};

/** A delivery, and the one that it replays. */
type Received = { readonly id: string; readonly replayOf: string | null };

/** The facts about a delivery that identify its repetition. */
type IdentifyingFacts = {
  readonly receipt: Received;
  readonly bodyHash: string;
  readonly valuesHash: string;
  readonly formerHash: string;
};

/** The relation of a delivery to earlier ones of its lead: it repeats one, replays the last one, or comes next. */
export type Relation = "repeats" | "replaysLast" | "follows";

/**
 * Returns the relation of a delivery. One with the body or the mapped values of a remembered one repeats it, even after
 * changes of settings: senders add attempt numbers, and retry late. A replay of a delivery before the last one repeats
 * it, too.
 */
export const relationTo = (entry: DeduplicationEntry, delivery: IdentifyingFacts): Relation => {
  if (replaysOlder(entry, delivery)) return "repeats";
  if (replaysLast(entry, delivery)) return "replaysLast";
  return isRemembered(entry, delivery) ? "repeats" : "follows";
};

const replaysOlder = ({ deliveryId }: DeduplicationEntry, { receipt: { replayOf } }: IdentifyingFacts) =>
  replayOf !== null && deliveryId !== null && replayOf < deliveryId;

/** A newer original with the last one's body was a repetition of it. */
const replaysLast = ({ deliveryId, bodies }: DeduplicationEntry, { receipt, bodyHash }: IdentifyingFacts) =>
  receipt.replayOf !== null && (receipt.replayOf === deliveryId || bodies[0] === bodyHash);

const isRemembered = ({ bodies, values, formerHashes }: DeduplicationEntry, delivery: IdentifyingFacts) =>
  bodies.includes(delivery.bodyHash) ||
  values.includes(delivery.valuesHash) ||
  formerHashes.includes(delivery.formerHash);

/** Returns a lead's value at a target, as text; empty for nothing, and for parties, to which deliveries only add. */
export const leadText = (lead: Lead, target: string): string => {
  const text = MAPPED_TEXTS.find(({ name }) => name === target);
  if (text) return lead[text.attribute];
  return target.startsWith(DATA_PREFIX)
    ? String(ownProperty(lead.data, target.slice(DATA_PREFIX.length)) ?? "")
    : "";
};

/** The texts at a target of an existing lead: in the lead, in a delivery, and the fallback when it sends none. */
type Texts = {
  readonly current: string;
  readonly sent: SentText | undefined;
  readonly fallback: string | undefined;
};

/**
 * Returns whether a delivery writes its value to a target of an existing lead. A sender's change wins. A new mapping, or
 * one to another place, fills only a blank; a fallback counts as blank. A replay also corrects values of deliveries, never
 * those of the firm; nor does a change since a delivery whose place is unknown.
 */
export const isWritten = (
  relation: Relation,
  before: TargetHashes | undefined,
  { current, sent, fallback }: Texts,
): boolean => {
  const isBlank = current === "" || current === fallback;
  const isOfDeliveries = isBlank || before?.stored === textHash(current);
  if (relation === "replaysLast") return isOfDeliveries;
  const comparison = compareSent(before, sent);
  if (comparison === "newly mapped") return isBlank;
  return comparison === "changed" && (isOfDeliveries || before?.place !== null);
};

/** Returns whether a delivery names other parties at a target than the last one: the firm's removals stay. */
export const isAdded = (before: TargetHashes | undefined, sent: SentText | undefined): boolean =>
  compareSent(before, sent) !== "unchanged";

/** Compares a sent value with the last one. A constant is not sent. */
const compareSent = (before: TargetHashes | undefined, sent: SentText | undefined) => {
  if (typeof sent?.text !== "string" || typeof before?.sent !== "string") return "newly mapped";
  if (before.place !== null && before.place !== placeHash(sent.place)) return "newly mapped";
  return before.sent === textHash(sent.text) ? "unchanged" : "changed";
};

const BLANK = textHash("");

/** Returns the hashes of all targets after a delivery. Targets that it did not write keep the earlier hashes. */
export const nextTargets = (
  before: Targets | null,
  sent: SentTexts,
  { lead, written }: { readonly lead: Lead; readonly written: ReadonlySet<string> },
): Targets =>
  new Map(
    [...sent].map(([target, value]) => {
      const id = targetId(target);
      const stored = written.has(target) ? textHash(leadText(lead, target)) : before?.get(id)?.stored;
      return [id, { ...hashesOf(value), stored: stored ?? BLANK }];
    }),
  );

const hashesOf = ({ text, place }: SentText): Pick<TargetHashes, "sent" | "place"> =>
  text === null ? { sent: null, place: null } : { sent: textHash(text), place: placeHash(place) };

/** The content of a record after a delivery was applied. */
export type NextEntry = Omit<DeduplicationEntry, "revision" | "targets"> & { readonly targets: Targets };

/** Returns the entry after a delivery was applied to a lead. */
export const nextEntry = (
  before: DeduplicationEntry | null,
  { leadId, targets }: Pick<NextEntry, "leadId" | "targets">,
  { receipt: { id, replayOf }, bodyHash, valuesHash, formerHash }: IdentifyingFacts,
): NextEntry => ({
  leadId,
  deliveryId: replayOf ?? id,
  bodies: remember(bodyHash, before?.bodies),
  values: remember(valuesHash, before?.values),
  targets,
  formerHashes: remember(formerHash, before?.formerHashes),
});

const remember = (hash: string, before: readonly string[] = []) =>
  [hash, ...before.filter((each) => each !== hash)].slice(0, LIMITS.rememberedDeliveries);

/** Returns whether the record must be written for the next entry. */
export const isEntryChanged = ({ revision, ...before }: DeduplicationEntry, next: NextEntry): boolean =>
  revision === 0 || !isDeepStrictEqual(before, next);

/**
 * Returns the entry of a delivery's lead; null if there is none. The first record decides. Without it, another record
 * or the replayed delivery identifies the lead.
 */
export const knownEntry = (
  [entry, other]: readonly (DeduplicationEntry | null)[],
  replayed: Replayed | null,
): DeduplicationEntry | null => {
  if (entry) return entry;
  return other ? { ...other, revision: 0 } : replayed && entryOfReplayed(replayed);
};

type Replayed = Received & { readonly leadId: string | null; readonly targets?: Targets | undefined };

const entryOfReplayed = ({ id, replayOf, leadId, targets }: Replayed): DeduplicationEntry | null =>
  leadId === null
    ? null
    : {
        leadId,
        revision: 0,
        deliveryId: replayOf ?? id,
        bodies: [],
        values: [],
        targets: targets ?? null,
        formerHashes: [],
      };

/** Adds the values in the body of its delivery, if known, to an entry of an earlier release. */
export const withSentValues = (entry: DeduplicationEntry, sent: SentTexts | null): DeduplicationEntry =>
  sent === null ? entry : { ...entry, values: [valuesHash(sent)], targets: targetsAsSent(sent) };

/** Returns hashes as if the lead held the texts that were sent. */
const targetsAsSent = (sent: SentTexts): Targets =>
  new Map(
    [...sent].map(([target, value]) => [
      targetId(target),
      { ...hashesOf(value), stored: textHash(value.text ?? "") },
    ]),
  );
