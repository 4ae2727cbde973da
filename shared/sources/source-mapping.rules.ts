import type { Lead } from "../leads/lead.rules.ts";
import { LEAD_TEXTS } from "../leads/lead-fields.contract.ts";
import { splitName } from "../mapping/full-name.rules.ts";
import {
  type InboundText,
  inboundDataValue,
  inboundExternalId,
  inboundFullName,
  inboundName,
  inboundPhone,
  inboundText,
  isBlankInput,
  sentText,
  unwrapList,
} from "../mapping/value.rules.ts";
import { ownProperty } from "../runtime/collections.ts";
import { withoutPrefix } from "../schema/contact-text.ts";
import { valueAtPath } from "../schema/json-path.ts";
import { mayLackPlus } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { placeHash, type SentText, type SentTexts } from "./delivery-hashes.rules.ts";
import type { Mapping, Source } from "./source.rules.ts";

/** A target of a mapping, and the paths to its value unless the mapping has an entry. */
type Target = { readonly target: string; readonly defaultPaths: readonly string[] };

const TEXTS: readonly Target[] = LEAD_TEXTS.flatMap(({ name, defaultPaths }) =>
  defaultPaths === null ? [] : [{ target: name, defaultPaths }],
);
const FULL_NAME: Target = { target: "full_name", defaultPaths: ["full_name", "fullName", "name"] };
const EXTERNAL_ID: Target = { target: "external_id", defaultPaths: ["external_id", "externalId"] };

export const DATA_PREFIX = "data.";

const dataTarget = ({ key }: CustomField): Target => ({ target: DATA_PREFIX + key, defaultPaths: [key] });

/** The targets that a full name can fill. */
export const NAMES: readonly string[] = ["first_name", "last_name"];

/** The readers of targets for which `inboundText` does not suffice. */
const READERS: Readonly<Record<string, (input: unknown) => InboundText>> = {
  phone: inboundPhone,
  first_name: inboundName,
  last_name: inboundName,
  full_name: inboundFullName,
};

/** The targets of a mapping that are text. */
export const TEXT_TARGETS: readonly string[] = [...TEXTS, FULL_NAME].map(({ target }) => target);

/** Returns all targets of a lead. */
export const mappingTargets = (leadFields: readonly CustomField[]): Target[] => [
  ...TEXTS,
  FULL_NAME,
  EXTERNAL_ID,
  ...leadFields.map(dataTarget),
];

/**
 * Reads a lead from inbound JSON, without blank values and with a violation for each invalid value. Returns fallbacks
 * for missing values. Only a new lead gets them: an existing one may have better values.
 */
export const mapLead = (
  json: unknown,
  { mapping, jsonFields }: Pick<Source, "mapping" | "jsonFields">,
  leadFields: readonly CustomField[],
) => {
  const violations: Violation[] = [];
  const accept = (field: string, { value, problem }: InboundText) => {
    if (problem !== undefined) violations.push({ field, message: problem });
    return value;
  };
  const readText = (target: Target) =>
    readTarget(json, mapping, target, (input) =>
      accept(target.target, (READERS[target.target] ?? inboundText)(input)),
    );
  const texts = divide(TEXTS.map((target) => [target.target, readText(target)]));
  const isNamed = "first_name" in texts.found && "last_name" in texts.found;
  const fullName = isNamed ? NOTHING : readText(FULL_NAME);
  const fields = { ...splitName(fullName.found), ...texts.found };
  const externalId = accept(EXTERNAL_ID.target, readExternalId(json, mapping)) ?? null;
  const readData = (field: CustomField) =>
    readTarget(json, mapping, dataTarget(field), (input) => inboundDataValue(input, field));
  const data = divide(leadFields.map((field) => [field.key, readData(field)]));
  const isFromFullName = ({ target }: Target) => target in fields && !(target in texts.found);
  const sentFor = (target: Target, { value }: Rule, text: string): readonly [string, SentText] => [
    target.target,
    { text: value === undefined ? text : null, place: placeOf(target, mapping, jsonFields) },
  ];
  const sentTexts = TEXTS.map((target) => {
    const origin = targetRule(mapping, isFromFullName(target) ? FULL_NAME : target);
    return sentFor(target, origin, fields[target.target] ?? "");
  });
  const sentData = leadFields.map(dataTarget).map((target) => {
    const rule = targetRule(mapping, target);
    return sentFor(target, rule, sentText(findValue(json, rule)));
  });
  return {
    mapped: { fields, data: data.found, externalId },
    sent: new Map([...sentTexts, ...sentData]) satisfies SentTexts,
    fallbacks: { fields: { ...splitName(fullName.fallback), ...texts.fallback }, data: data.fallback },
    violations,
    /** True if the name is only a full name of one word, which is the last name. */
    hasOneName: fullName.found !== undefined && !("first_name" in fields || "last_name" in texts.found),
  };
};

/** Returns a lead's value at a target, as text; empty for nothing. */
export const leadText = (lead: Lead, target: string): string => {
  const text = LEAD_TEXTS.find(({ name }) => name === target);
  return text ? lead[text.attribute] : String(ownProperty(lead.data, target.slice(DATA_PREFIX.length)) ?? "");
};

/** Reads the external id in inbound JSON, whatever the rest contains. */
export const readExternalId = (json: unknown, mapping: Mapping): InboundText =>
  readTarget(json, mapping, EXTERNAL_ID, inboundExternalId).found;

/** Returns whether the phone in a form may lack its `+`. */
export const phoneMayLackPlus = (json: unknown, mapping: Mapping): boolean =>
  TEXTS.filter(({ target }) => target === "phone")
    .map((target) => findValue(json, targetRule(mapping, target)))
    .some((value) => typeof value === "string" && mayLackPlus(withoutPrefix(value)));

/** A value at a target's paths, or its constant, and the fallback for a new lead without one. */
type Reading<Value> = { readonly found: Value; readonly fallback: Value };

const NOTHING = { found: undefined, fallback: undefined };

/** Divides readings by name into found values and fallbacks. Omits absent ones. */
const divide = <Value>(readings: readonly (readonly [name: string, Reading<Value | undefined>])[]) => {
  const only = (part: keyof Reading<Value>): Record<string, Value> =>
    Object.fromEntries(
      readings.flatMap(([name, { [part]: value }]) => (value === undefined ? [] : [[name, value]])),
    );
  return { found: only("found"), fallback: only("fallback") };
};

/**
 * Reads one target: its constant, or the first value at its paths that is not blank. Replaces a list of one with its
 * entry.
 */
const readTarget = <Value>(
  json: unknown,
  mapping: Mapping,
  target: Target,
  convert: (input: unknown) => Value,
): Reading<Value> => {
  const rule = targetRule(mapping, target);
  const { fallback } = rule;
  const found = findValue(json, rule);
  return { found: convert(found), fallback: convert(found === undefined ? fallback : undefined) };
};

type Rule = Pick<Exclude<Mapping[string], string | readonly string[]>, "value" | "fallback"> & {
  readonly paths: readonly string[];
};

/** Returns the constant of a target, or the first value at its paths; undefined if there is none. */
export const findValue = (json: unknown, { value, paths }: Rule): unknown =>
  value ?? paths.map((path) => unwrapList(valueAtPath(json, path))).find((each) => !isBlankInput(each));

/** Returns the rule of a target; without one in the mapping, its default paths. */
export const targetRule = (mapping: Mapping, target: Target): Rule => {
  const entry = ownProperty(mapping, target.target);
  if (entry === undefined) return { paths: defaultPaths(mapping, target) };
  if (typeof entry === "string") return { paths: [entry] };
  if (isList(entry)) return { paths: entry };
  const { path, paths = path === undefined ? [] : [path], value, fallback } = entry;
  return { paths, value, fallback };
};

/** Returns the hash of a target's place, which for a name is also that of the full name. */
const placeOf = (target: Target, mapping: Mapping, jsonFields: readonly string[]): string => {
  const places = NAMES.includes(target.target) ? [target, FULL_NAME] : [target];
  return placeHash(
    places.map((each) => targetRule(mapping, each).paths),
    jsonFields,
  );
};

const isList = (entry: Mapping[string]): entry is readonly string[] => Array.isArray(entry);

/** Returns the default paths. The full name has none if both names are mapped: `name` may be the name of the form. */
const defaultPaths = (mapping: Mapping, target: Target) =>
  target === FULL_NAME && Object.hasOwn(mapping, "first_name") && Object.hasOwn(mapping, "last_name")
    ? []
    : target.defaultPaths;
