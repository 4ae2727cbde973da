import { isBlank } from "../api/schema/text.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { CustomField } from "../firm/firm.rules.ts";
import type { LeadChanges } from "../leads/lead-bodies.contract.ts";
import {
  type InboundValue,
  inboundDataValue,
  inboundExternalId,
  inboundText,
} from "./inbound-value.rules.ts";
import { type Reading, readTarget, type Target } from "./mapping-rule.rules.ts";
import type { Mapping } from "./source.rules.ts";

/** The default path of each lead field in inbound JSON. */
const DEFAULT_PATHS = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone: "phone",
} as const satisfies Record<Exclude<keyof LeadChanges, "source" | "status" | "assignee_id" | "data">, string>;

const DEFAULT_EXTERNAL_ID_PATH = "externalId";
export const DATA_PREFIX = "data.";

/** The targets of a mapping that are text. */
export const TEXT_TARGETS: readonly string[] = [...Object.keys(DEFAULT_PATHS), "full_name"];

/** Every target that a lead is read from. */
export const mappingTargets = (leadFields: readonly CustomField[]): Target[] => [
  ...Object.entries(DEFAULT_PATHS).map(([target, defaultKey]) => ({ target, defaultKey })),
  { target: "full_name" },
  { target: "external_id", defaultKey: DEFAULT_EXTERNAL_ID_PATH },
  ...leadFields.map(({ key }) => ({ target: DATA_PREFIX + key, defaultKey: key })),
];

type Fields = Readonly<Partial<Record<keyof typeof DEFAULT_PATHS, string>>>;
type Data = Readonly<Record<string, unknown>>;

/** What a mapping read from inbound JSON, without blank values. */
export type MappedLead = { readonly fields: Fields; readonly data: Data; readonly externalId: string | null };

/** Values for what was not found. Only a new lead gets them: an existing one may have better values. */
export type Fallbacks = { readonly fields: Fields; readonly data: Data };

/** Reads a lead from inbound JSON, with a violation for each value that a lead cannot have. */
export const mapLead = (
  json: unknown,
  mapping: Mapping,
  leadFields: readonly CustomField[],
): { mapped: MappedLead; fallbacks: Fallbacks; violations: Violation[] } => {
  const violations: Violation[] = [];
  const read = (target: string, defaultKey?: string) => readTarget(json, mapping, { target, defaultKey });
  const collect = <Value>(field: string, { value, problem }: InboundValue<Value>): Value | undefined => {
    if (problem !== undefined) violations.push({ field, message: problem });
    return value;
  };
  const readText = (target: string, defaultKey?: string): Reading<string | undefined> => {
    const { found, fallback } = read(target, defaultKey);
    return {
      found: collect(target, inboundText(found)),
      fallback: collect(target, inboundText(fallback)),
    };
  };
  const texts = divide(Object.entries(DEFAULT_PATHS).map(([target, key]) => [target, readText(target, key)]));
  const isNamed = "first_name" in texts.found && "last_name" in texts.found;
  const fullName = isNamed ? NOTHING : readText("full_name");
  const externalId = collect("external_id", readExternalId(json, mapping));
  const data = readData(json, mapping, leadFields);
  return {
    mapped: {
      fields: { ...splitName(fullName.found), ...texts.found },
      data: data.found,
      externalId: externalId ?? null,
    },
    fallbacks: { fields: { ...splitName(fullName.fallback), ...texts.fallback }, data: data.fallback },
    violations,
  };
};

/** The external id in inbound JSON, whatever the rest of it is. */
export const readExternalId = (json: unknown, mapping: Mapping): InboundValue<string> => {
  const target = { target: "external_id", defaultKey: DEFAULT_EXTERNAL_ID_PATH };
  return inboundExternalId(readTarget(json, mapping, target).found);
};

const readData = (json: unknown, mapping: Mapping, leadFields: readonly CustomField[]) =>
  divide(
    leadFields.map((field) => {
      const target = { target: DATA_PREFIX + field.key, defaultKey: field.key };
      const { found, fallback } = readTarget(json, mapping, target);
      return [
        field.key,
        { found: inboundDataValue(found, field), fallback: inboundDataValue(fallback, field) },
      ];
    }),
  );

const NOTHING = { found: undefined, fallback: undefined };

/** Divides readings by name into what was found and the fallbacks, without what is absent. */
const divide = <Value>(readings: readonly (readonly [name: string, reading: Reading<Value>])[]) => {
  const only = (part: keyof Reading<Value>): Record<string, Value> =>
    Object.fromEntries(
      readings.flatMap(([name, { [part]: value }]) => (value === undefined ? [] : [[name, value]])),
    );
  return { found: only("found"), fallback: only("fallback") };
};

/** The last word is the last name, the words before it are the first name. */
const splitName = (fullName = ""): Fields => {
  const words = fullName.split(/\s+/).filter((word) => !isBlank(word));
  const lastName = words.pop();
  return {
    ...(words.length > 0 && { first_name: words.join(" ") }),
    ...(lastName !== undefined && { last_name: lastName }),
  };
};
