import { createHash } from "node:crypto";
import type { Lead } from "../leads/lead.rules.ts";
import { changedLead } from "../leads/lead-changes.rules.ts";
import {
  type LeadChanges,
  leadChangesBody,
  type NewLead,
  newLeadBody,
} from "../leads/lead-fields.contract.ts";
import { normalizePhoneNumber, withLostPlus } from "../leads/phone-number.rules.ts";
import { inboundDataViolations } from "../mapping/value.rules.ts";
import { boundViolations, firstPerField, toViolations, type Violation } from "../schema/violations.ts";
import { dataChange, dataSizeViolations } from "../settings/custom-data.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { type SentTexts, valuesHash } from "./delivery-hashes.rules.ts";
import { explainViolations } from "./explain-violations.rules.ts";
import type { InboundDelivery } from "./inbound-delivery.rules.ts";
import { decodedJson, type InboundBody } from "./inbound-json.rules.ts";
import { divideTexts, withoutContacts } from "./inbound-texts.rules.ts";
import { type Problem, problemOf, rejection, withoutExplained } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";
import { DATA_PREFIX, mapLead, phoneMayLackPlus } from "./source-mapping.rules.ts";

/** A valid delivery: its changes to an existing lead, and the new lead or the violations that prevent one. */
export type InboundLead = {
  readonly externalId: string | null;
  /** The violations of the values that an existing lead goes without, or gets cut, and a new one. */
  readonly omitted: { readonly existing: readonly Violation[]; readonly created: readonly Violation[] };
  readonly changes: LeadChanges;
  readonly newLead: NewLead | { readonly missing: readonly Problem[] };
  /** True if the `+` of its phone may have become a space. */
  readonly mayLackPlus: boolean;
  /** The sent text of each target that a lead can have. */
  readonly sent: SentTexts;
  /** The fallback texts of a new lead, by target. */
  readonly fallbacks: ReadonlyMap<string, string>;
  readonly bodyHash: string;
  readonly valuesHash: string;
  /** The hash by which an earlier release recognizes a repetition: of the mapped fields as the firm defines them. */
  readonly formerHash: string;
};

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
};

/** Replaces the violation of the first name, for which the sender has no field. */
const ONE_NAME: Violation = {
  field: "full_name",
  message: "has one word, which is the last name: send two, or give first_name a fallback",
};

/** @throws AppError `invalid_request` that lists every invalid field */
export const inboundLead = (
  { json, bodyHash, isUrlencoded }: InboundBody,
  { source, settings }: Context,
): InboundLead => {
  const { mapping, invalidData } = source;
  const { leadFields } = settings;
  const { mapped, sent, fallbacks, violations, hasOneName } = mapLead(json, source, leadFields);
  const { fields, externalId } = mapped;
  const { existing, created, unusable } = divideTexts(fields, {
    ...{ invalidData, violations, fallbacks: fallbacks.fields },
  });
  const misfits = inboundDataViolations(mapped.data, leadFields);
  // Nobody sent a constant or a fallback: it was valid until the firm's fields changed, and is no fault of a delivery.
  const rejected =
    invalidData === "reject" ? misfits.filter(({ field }) => sent.get(field)?.text !== null) : [];
  const omitted = misfits.filter((misfit) => !rejected.includes(misfit));
  const omittedFallbacks = inboundDataViolations(fallbacks.data, leadFields);
  const data = without(mapped.data, omitted);
  const allData = { ...without(fallbacks.data, omittedFallbacks), ...data };
  const changes = leadChangesBody().safeParse(existing.texts);
  const creation = newLeadBody().safeParse({
    ...fallbacks.fields,
    ...created.texts,
    source: source.key,
    data: allData,
  });
  const faults = violationsIn(creation).map((violation) =>
    hasOneName && violation.field === "first_name" ? ONE_NAME : violation,
  );
  const missing = firstPerField([...withoutExplained(faults, unusable), ...unusable]);
  const explained = (found: readonly Violation[]) =>
    explainViolations(found, json, { ...source, leadFields });
  const invalid = [...withoutContacts(violations), ...rejected];
  // Invalid before missing: a field is reported once, by its first violation. A known external id may need no names.
  if (invalid.length > 0 || !changes.success) {
    const others = externalId === null ? missing : [...violationsIn(changes), ...unusable];
    throw rejection(explained(firstPerField([...invalid, ...withoutExplained(others, invalid)])));
  }
  const { set } = dataChange(data, leadFields);
  const tooLarge = dataSizeViolations(dataChange(allData, leadFields).set);
  if (tooLarge.length > 0) throw rejection(tooLarge.map((each) => problemOf(each)));
  return {
    externalId,
    omitted: {
      existing: boundViolations([...existing.omitted, ...omitted]),
      created: boundViolations([...created.omitted, ...omitted, ...omittedFallbacks]),
    },
    changes: { ...changes.data, data: set },
    newLead: creation.success ? creation.data : { missing: explained(missing) },
    mayLackPlus: isUrlencoded && phoneMayLackPlus(json, mapping),
    sent,
    fallbacks: new Map([...textEntries("", fallbacks.fields), ...textEntries(DATA_PREFIX, fallbacks.data)]),
    bodyHash,
    valuesHash: valuesHash(sent),
    formerHash: hashFields(fields, set),
  };
};

type Parsed = { readonly error?: Parameters<typeof toViolations>[0] | undefined };

const violationsIn = ({ error }: Parsed): Violation[] => (error ? toViolations(error, "body") : []);

/** Returns the sent text of each target in a stored delivery; null when its body cannot be decoded. */
export const sentTextsOf = (delivery: InboundDelivery, { source, settings }: Context): SentTexts | null => {
  const json = decodedJson(delivery, source);
  return json === null ? null : mapLead(json, source, settings.leadFields).sent;
};

/**
 * Returns an existing lead after a delivery; null when no field differs.
 * @throws AppError `invalid_request` when its data would be too large
 */
export const mergedLead = async (
  lead: Lead,
  changes: LeadChanges,
  settings: FirmSettings,
  at: string,
): Promise<Lead | null> => {
  const phone = changes.phone && (await normalizePhoneNumber(changes.phone, settings.defaultCountry));
  const changed = changedLead(lead, { ...changes, phone }, settings, at);
  const tooLarge = changed ? dataSizeViolations(changed.data) : [];
  if (tooLarge.length > 0) throw rejection(tooLarge.map((each) => problemOf(each)));
  return changed;
};

/** Returns a delivery with the `+` that a form has lost, where it makes a number of the phone. */
export const withPhoneAsMeant = async (
  inbound: InboundLead,
  { defaultCountry }: Pick<FirmSettings, "defaultCountry">,
): Promise<InboundLead> => {
  const { mayLackPlus, changes, newLead } = inbound;
  if (!mayLackPlus || !changes.phone) return inbound;
  const phone = await withLostPlus(changes.phone, defaultCountry);
  return {
    ...inbound,
    changes: { ...changes, phone },
    newLead: "missing" in newLead ? newLead : { ...newLead, phone },
  };
};

const textEntries = (prefix: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([name, value]) => [prefix + name, String(value)] as const);

/** Returns the values of `data` without a violation. */
const without = (data: Readonly<Record<string, unknown>>, omitted: readonly Violation[]) => {
  const fields = new Set(omitted.map(({ field }) => field));
  return Object.fromEntries(Object.entries(data).filter(([key]) => !fields.has(DATA_PREFIX + key)));
};

const hashFields = (...parts: readonly Readonly<Record<string, unknown>>[]) => {
  const sorted = parts.map((part) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};
