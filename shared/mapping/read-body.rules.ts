import { withoutPrefix } from "../schema/contact-text.ts";
import type { Payload } from "../schema/json-text.ts";
import type { Problem } from "../schema/rejection.ts";
import { mayLackPlus } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { decodeBody, isUrlencodedForm } from "./decode-body.rules.ts";
import { expandJsonFields } from "./expand-json-fields.rules.ts";
import { findValue, type Mapping, type RuleOf, rulesOf, type Target } from "./find-values.rules.ts";
import { ALTERNATIVES, explain, reasons, withOneName } from "./problems.rules.ts";
import { readData } from "./read-data.rules.ts";
import { type Lists, readLists } from "./read-lists.rules.ts";
import { cutNames, FULL_NAME, NAMES, type ReadTexts, readTexts } from "./read-texts.rules.ts";
import { type SentTexts, sentTexts } from "./sent-texts.rules.ts";
import { unusedPaths } from "./unused-paths.rules.ts";

/** A body as it was sent. */
type SentBody =
  | { readonly bytes: Uint8Array; readonly contentType: string | null }
  | { readonly json: unknown };

export type Body = {
  /** The JSON that was sent, of a form its fields; undefined for a body that cannot be decoded. */
  readonly sent: unknown;
  /** The same with the JSON in its texts. */
  readonly json: unknown;
  /** The reason why not all of it can be used. */
  readonly problem?: string;
  /** True if its sender may have meant a space for a plus. */
  readonly isUrlencoded: boolean;
};

/** Decodes a body, whatever its content type says, and then the JSON in its texts at the paths `jsonFields`. */
export const readBody = (body: SentBody, jsonFields: readonly string[]): Body => {
  const isUrlencoded = "bytes" in body && isUrlencodedForm(body.bytes, body.contentType);
  const decoded: Payload = "bytes" in body ? decodeBody(body.bytes, body.contentType) : { json: body.json };
  if (decoded.problem !== undefined) return { ...decoded, sent: undefined, json: undefined, isUrlencoded };
  return { ...expandJsonFields(decoded.json, jsonFields), sent: decoded.json, isUrlencoded };
};

/** Returns the paths at which a target is looked for. */
export const pathsOf = (mapping: Mapping, target: Target): readonly string[] =>
  rulesOf(mapping, [target])(target.target).paths;

/** The fields of a record that a mapping can fill. */
export type Fields = {
  /** Texts, and among them `full_name`, whose words fill the names, and `external_id`, if there are such targets. */
  readonly texts: readonly Target[];
  /** Those that take any number of names. */
  readonly lists?: readonly Target[];
  /** The fields that the firm defines. Their targets begin with `data.`, and their keys are their default paths. */
  readonly data: readonly CustomField[];
};

/** Texts by their targets, and values of the firm's fields by their keys, without blank ones and those that do not fit. */
export type Values = {
  readonly texts: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The values of a body, and what a rejection of it says. */
export type BodyReading = Pick<ReadTexts, "externalId"> & {
  readonly values: Values;
  /** The names at targets that take any number of them, cut at their limit. */
  readonly lists: Lists;
  /** Values for a new record that has none of its own. An existing one may have better values. */
  readonly fallbacks: Values;
  /** The same as texts by their targets, also those that do not fit. */
  readonly fallbackTexts: ReadonlyMap<string, string>;
  readonly sent: SentTexts;
  /** The violations of values that the body is to be rejected for. */
  readonly problems: readonly Violation[];
  /** Those of values that are left out or, of a name, cut. */
  readonly omitted: {
    readonly names: readonly Violation[];
    readonly data: readonly Violation[];
    readonly lists: readonly Violation[];
    readonly fallbacks: readonly Violation[];
  };
  /** True if the phone begins with a space, which may have been a plus. */
  readonly mayLackPlus: boolean;
  /**
   * Puts the reasons for a rejection into sentences: each with the paths that were looked at, and the first one also with
   * the paths that nothing uses, neither the mapping nor `others`.
   */
  readonly explain: (violations: readonly Violation[], others: readonly string[]) => Problem[];
  /** Returns the first paths that neither the mapping nor `others` use. */
  readonly unusedPaths: (others: readonly string[]) => string[];
};

type Settings = {
  readonly mapping: Mapping;
  readonly jsonFields: readonly string[];
  /** Whether a value that does not fit rejects the body, or is left out. Names are then cut at their limit. */
  readonly invalidData: "reject" | "omit";
};

/** Reads the values of a record's fields from inbound JSON. */
export const readFields = (
  json: unknown,
  { mapping, jsonFields, invalidData }: Settings,
  fields: Fields,
): BodyReading => {
  const texts = fields.texts.map((target) => withoutFormName(target, mapping));
  const ofData = fields.data.map(({ key }) => ({ target: DATA_PREFIX + key, defaultPaths: [key] }));
  const ofLists = fields.lists ?? [];
  const targets = [...texts, ...ofLists, ...ofData];
  const ruleOf = rulesOf(mapping, targets);
  const isOmitted = invalidData === "omit";
  const read = readTexts(json, ruleOf, { texts, cutsNames: isOmitted });
  const names = isOmitted ? cutNames(read.found) : { texts: read.found, cuts: [] };
  const lists = readLists(json, ruleOf, ofLists);
  const data = readData(json, ruleOf, fields.data);
  const otherTargets = [...ofLists, ...ofData].map(({ target }) => target);
  const sent = sentTexts(json, read, { ruleOf, jsonFields, otherTargets });
  // Nobody sent a constant: it was valid until the firm's fields changed, and is no fault of a body.
  const isRejected = ({ field }: Violation) => !isOmitted && sent.get(field)?.text !== null;
  const unused = (others: readonly string[]) =>
    unusedPaths(json, [...targets.flatMap(({ target }) => ruleOf(target).paths), ...others]);
  return {
    externalId: read.externalId,
    values: { texts: names.texts, data: data.found },
    lists: lists.found,
    fallbacks: { texts: read.fallback, data: data.fallback },
    fallbackTexts: new Map([...Object.entries(read.fallback), ...data.fallbackTexts]),
    sent,
    problems: [...read.problems, ...data.misfits.filter(isRejected)],
    omitted: {
      names: names.cuts,
      lists: lists.misfits,
      data: data.misfits.filter((misfit) => !isRejected(misfit)),
      fallbacks: data.fallbackMisfits,
    },
    mayLackPlus: lacksPlus(findValue(json, ruleOf("phone"))),
    unusedPaths: unused,
    explain: (violations, others) =>
      reasons(read.hasOneName ? withOneName(violations) : violations).map((violation, index) =>
        explain(violation, {
          customFields: fields.data,
          looked: pathsLookedAt(json, ruleOf, violation.field),
          unused: index === 0 ? unused(others) : [],
        }),
      ),
  };
};

const lacksPlus = (phone: unknown) => typeof phone === "string" && mayLackPlus(withoutPrefix(phone));

/** Leaves the full name without default paths if both names are mapped: `name` may be the name of the form. */
const withoutFormName = (target: Target, mapping: Mapping): Target =>
  target.target === FULL_NAME && NAMES.every((name) => Object.hasOwn(mapping, name))
    ? { ...target, defaultPaths: [] }
    : target;

/** Returns the paths to a target's value, and those of the target that may hold it instead if there is none. */
const pathsLookedAt = (json: unknown, ruleOf: RuleOf, field: string): readonly string[] => {
  const rule = ruleOf(field);
  const isFound = findValue(json, rule) !== undefined;
  return isFound ? rule.paths : [...rule.paths, ...ruleOf(ALTERNATIVES[field] ?? "").paths];
};
