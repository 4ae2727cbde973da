import {
  type LeadChanges,
  leadChangesBody,
  MAPPED_TEXTS,
  type NewLead,
  newLeadBody,
} from "../leads/lead-fields.contract.ts";
import { numberAsMeant, withLostPlus } from "../leads/phone-number.rules.ts";
import { type BodyReading, type Fields, pathsOf, readFields } from "../mapping/read-body.rules.ts";
import { CONTACT_FIELDS } from "../schema/contact-fields.ts";
import { addressIn, hasNoDigit } from "../schema/contact-text.ts";
import { type Problem, problemOf, rejection } from "../schema/rejection.ts";
import { sentInstant } from "../schema/time.ts";
import { boundViolations, firstPerField, toViolations, type Violation } from "../schema/violations.ts";
import { DATA_PREFIX, dataChange, dataSizeViolations } from "../settings/custom-data.rules.ts";
import type { CustomField, FirmSettings } from "../settings/firm.rules.ts";
import { type InboundBody, storedJson } from "./admission.rules.ts";
import { formerHash, type SentTexts, valuesHash } from "./deduplication.rules.ts";
import type { InboundDelivery } from "./inbound-delivery.rules.ts";
import { mappedParties, PARTY_TARGETS } from "./inbound-parties.rules.ts";
import type { Mapping, Source } from "./source.rules.ts";

const EXTERNAL_ID = { target: "external_id", defaultPaths: ["external_id", "externalId"] };

/** Names no usual path, and is no part of what tells deliveries apart: it never changes a lead. */
const CAPTURED_AT = { target: "captured_at", defaultPaths: [] };

/** The targets of a mapping that are texts of a lead, and their usual names in bodies. */
const TEXTS = [
  ...MAPPED_TEXTS.map(({ name, defaultPaths }) => ({ target: name, defaultPaths })),
  { target: "full_name", defaultPaths: ["full_name", "fullName", "name"] },
];

export const TEXT_TARGETS: readonly string[] = TEXTS.map(({ target }) => target);

/** Returns what a mapping can fill of a lead. */
export const mappedFields = (leadFields: readonly CustomField[], mapping: Mapping): Fields => ({
  texts: [...TEXTS, EXTERNAL_ID],
  lists: mappedParties(mapping),
  data: leadFields,
});

/** Returns the targets of the same. */
export const mappingTargets = (leadFields: readonly CustomField[]): string[] => [
  ...TEXT_TARGETS,
  EXTERNAL_ID.target,
  CAPTURED_AT.target,
  ...PARTY_TARGETS,
  ...leadFields.map(({ key }) => DATA_PREFIX + key),
];

/** Returns the external id in inbound JSON, whatever the rest contains; null if there is none. */
export const externalIdIn = (json: unknown, { mapping }: { readonly mapping: Mapping }): string | null =>
  readFields(json, { mapping, jsonFields: [], invalidData: "omit" }, { texts: [EXTERNAL_ID], data: [] })
    .externalId;

/** Returns when the person wrote, by a target of its own, and the violation of a value that is no instant. */
const captureIn = (json: unknown, { mapping }: { readonly mapping: Mapping }) => {
  const fields = { texts: [CAPTURED_AT], data: [] };
  const reading = readFields(json, { mapping, jsonFields: [], invalidData: "omit" }, fields);
  const text = reading.values.texts.captured_at ?? reading.fallbacks.texts.captured_at;
  const capturedAt = text === undefined ? null : sentInstant(text);
  const isUnreadable = reading.problems.length > 0 || (text !== undefined && capturedAt === null);
  return { ...(capturedAt !== null && { capturedAt }), violations: isUnreadable ? [NO_INSTANT] : [] };
};

const NO_INSTANT: Violation = {
  field: CAPTURED_AT.target,
  message: "must be an ISO-8601 instant with its zone, or epoch seconds or milliseconds",
};

/** Returns the paths of external ids in the bodies of a source. */
export const externalIdPaths = ({ mapping }: { readonly mapping: Mapping }): readonly string[] =>
  pathsOf(mapping, EXTERNAL_ID);

/** Texts of a lead by their names. */
type Texts = Readonly<Record<string, string>>;

/** A valid delivery: its changes to an existing lead, and the new lead or the problems that prevent one. */
export type InboundLead = {
  readonly externalId: string | null;
  /** The violations of the values that an existing lead goes without, or gets cut, and a new one. */
  readonly omitted: { readonly existing: readonly Violation[]; readonly created: readonly Violation[] };
  readonly changes: LeadChanges;
  readonly newLead: NewLead | { readonly missing: readonly Problem[] };
  /** The names of parties, by their targets. They are added to those of an existing lead. */
  readonly parties: BodyReading["lists"];
  /** The sent text of each target that a lead can have. */
  readonly sent: SentTexts;
  /** The fallback texts of a new lead, by target. */
  readonly fallbacks: ReadonlyMap<string, string>;
  readonly bodyHash: string;
  readonly valuesHash: string;
  readonly formerHash: string;
};

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
};

/** @throws AppError `invalid_request` that lists every invalid field */
export const inboundLead = async (
  { json, bodyHash, isUrlencoded }: InboundBody,
  { source, settings }: Context,
): Promise<InboundLead> => {
  const { leadFields } = settings;
  const reading = readFields(json, source, mappedFields(leadFields, source.mapping));
  const { values, externalId, fallbacks, omitted, sent } = reading;
  const texts = await textsAsMeant(reading, settings, isUrlencoded);
  const contacts = divideContacts(texts, reading);
  const allData = { ...fallbacks.data, ...values.data };
  const capture = captureIn(json, source);
  const changes = leadChangesBody().safeParse(contacts.existing.texts);
  const creation = newLeadBody().safeParse({
    ...fallbacks.texts,
    ...contacts.created.texts,
    source: source.key,
    captured_at: capture.capturedAt,
    data: allData,
  });
  const explained = (violations: readonly Violation[]) => reading.explain(violations, otherPaths(source));
  const faults = [...violationsIn(creation), ...contacts.unusable];
  const invalid = reading.problems.filter((problem) => !isContact(problem));
  // Invalid before missing: a field is reported once, by its first violation. A known external id may need no names.
  if (invalid.length > 0 || !changes.success) {
    const others = externalId === null ? faults : [...violationsIn(changes), ...contacts.unusable];
    throw rejection(explained([...invalid, ...others]));
  }
  const { set } = dataChange(values.data, leadFields);
  const tooLarge = dataSizeViolations(dataChange(allData, leadFields).set);
  if (tooLarge.length > 0) throw rejection(tooLarge.map((each) => problemOf(each)));
  const { names, lists, data, fallbacks: unfit } = omitted;
  return {
    externalId,
    omitted: {
      existing: boundViolations([...names, ...contacts.existing.omitted, ...lists, ...data]),
      created: boundViolations([
        ...names,
        ...contacts.created.omitted,
        ...capture.violations,
        ...lists,
        ...data,
        ...unfit,
      ]),
    },
    changes: { ...changes.data, data: set },
    parties: reading.lists,
    newLead: creation.success ? creation.data : { missing: explained(faults) },
    sent,
    fallbacks: reading.fallbackTexts,
    bodyHash,
    valuesHash: valuesHash(sent),
    formerHash: formerHash(values.texts, set, ...(hasNames(reading) ? [reading.lists] : [])),
  };
};

const hasNames = ({ lists }: BodyReading) => Object.values(lists).some((names) => names.length > 0);

/** Returns the paths that a source reads, apart from those of its mapping. */
const otherPaths = ({ acceptWhen, testWhen, ...source }: Source): string[] => [
  ...ownPaths(source),
  ...[...acceptWhen, ...testWhen].map(({ path }) => path),
];

/** Returns the paths of the secret and of the capture, which are read by themselves. */
const ownPaths = ({ bodySecret, mapping }: Pick<Source, "bodySecret" | "mapping">) => [
  ...(bodySecret === null ? [] : [bodySecret.path]),
  ...pathsOf(mapping, CAPTURED_AT),
];

/** Returns the paths in a body that the mapping does not use. */
export const unusedPaths = ({ json }: Pick<InboundBody, "json">, { source, settings }: Context): string[] =>
  readFields(json, source, mappedFields(settings.leadFields, source.mapping)).unusedPaths(ownPaths(source));

type Parsed = { readonly error?: Parameters<typeof toViolations>[0] | undefined };

const violationsIn = ({ error }: Parsed): Violation[] => (error ? toViolations(error, "body") : []);

/** Returns the sent text of each target in a stored delivery; null when its body cannot be decoded. */
export const sentTextsOf = (delivery: InboundDelivery, { source, settings }: Context): SentTexts | null => {
  const json = storedJson(delivery, source);
  return json === undefined
    ? null
    : readFields(json, source, mappedFields(settings.leadFields, source.mapping)).sent;
};

const textsAsMeant = async (
  { values: { texts }, mayLackPlus }: BodyReading,
  { defaultCountry }: FirmSettings,
  isUrlencoded: boolean,
): Promise<Texts> => {
  const { email, phone } = texts;
  const number = phone && (await numberAsMeant(phone, defaultCountry));
  const lacksPlus = isUrlencoded && mayLackPlus;
  return {
    ...texts,
    ...(email !== undefined && { email: addressIn(email) }),
    ...(number && { phone: lacksPlus ? await withLostPlus(number, defaultCountry) : number }),
  };
};

/** The texts that a lead gets, and the violations of the contacts that it goes without. */
type GivenTexts = { readonly texts: Texts; readonly omitted: readonly Violation[] };

type DividedTexts = {
  readonly existing: GivenTexts;
  readonly created: GivenTexts;
  /** The violations of contacts without which a new lead cannot be. */
  readonly unusable: readonly Violation[];
};

/**
 * Divides texts into those that a lead gets, and the contacts that it goes without. An existing lead has a contact. A new
 * one goes without a contact only if another one remains: otherwise `unusable` says why it cannot be.
 */
const divideContacts = (texts: Texts, { fallbacks, problems }: BodyReading): DividedTexts => {
  const { email, phone } = texts;
  const invalid = violationsIn(leadChangesBody().safeParse({ email, phone }));
  const unusable = firstPerField([...problems.filter(isContact), ...invalid]);
  const omitted = [...unusable, ...(hasNoDigit(phone ?? "0") ? [NO_NUMBER] : [])];
  const usable = Object.fromEntries(
    Object.entries(texts).filter(([name]) => !omitted.some(({ field }) => field === name)),
  );
  const existing = { texts: usable, omitted };
  return CONTACT_FIELDS.some((field) => usable[field] ?? fallbacks.texts[field])
    ? { existing, created: existing, unusable: [] }
    : { existing, created: { texts, omitted: [] }, unusable };
};

const NO_NUMBER: Violation = { field: "phone", message: "must have digits" };

const isContact = ({ field }: Violation) => CONTACT_FIELDS.some((contact) => contact === field);
