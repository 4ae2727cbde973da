import { fill } from "../../shared/fill.ts";
import { sources } from "../directory.ts";
import { t } from "../texts.ts";
import { readBody } from "./body.ts";
import { type Becomes, nameIn, type Rule, type Target } from "./mapping.ts";
import { type Leaf, shortPath } from "./paths.ts";
import { reasonOf, stateOf, withoutOverrides } from "./rules.ts";
import type { Delivery } from "./state.ts";

/** What the bodies of the listed deliveries call their leads. */
const names = new WeakMap<Delivery, string | null>();

const nameOf = (delivery: Delivery): string | null => {
  const known = names.get(delivery);
  if (known !== undefined) return known;
  const source = sources.value?.find(({ id }) => id === delivery.sourceId);
  if (!source) return null;
  const name = nameIn(readBody(delivery, source.json_fields).json, source.mapping);
  names.set(delivery, name);
  return name;
};

/** Says what became of a delivery: of a rejected one, why not. */
export const became = (delivery: Delivery): string => {
  const { and, became: texts, nobody, ofReplay } = t().inbox;
  const { reason } = reasonOf(delivery);
  const text = fill(texts[stateOf(delivery)], { reason, name: withoutOverrides(nameOf(delivery) ?? nobody) });
  const fields = delivery.omitted.map(({ field }) => labelOfField(field)).join(", ");
  const whole = fields === "" ? text : fill(and, { text, fields });
  return delivery.replay_of === null ? whole : fill(ofReplay, { text: whole });
};

export const labelOf = ({ target, label }: Pick<Target, "target" | "label">): string => {
  const texts: Readonly<Record<string, string>> = t().inbox.targets;
  return label ?? texts[target] ?? target;
};

export const labelOfField = (field: string, targets: readonly Target[] = []): string =>
  labelOf(targets.find(({ target }) => target === field) ?? { target: field, label: null });

/** Says where a rule looks. */
export const ruleText = ({ paths, value, fallback }: Rule): string => {
  const { always, from, nowhere, otherwise } = t().inbox;
  const places = paths.flatMap((path) => shortPath(path) || []).join(", ") || nowhere;
  if (value !== undefined) return fill(always, { value: String(value) });
  return fallback === undefined
    ? fill(from, { paths: places })
    : fill(otherwise, { paths: places, value: String(fallback) });
};

export const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : String(value ?? "");

export const sizeText = (bytes: number): string =>
  bytes < 1_000
    ? fill(t().inbox.bytes, { count: String(bytes) })
    : fill(t().inbox.kilobytes, { count: (bytes / 1_000).toFixed(1) });

/** Says what a value of a body becomes, and whether it becomes anything. */
export const becomesText = (read: Becomes, { path }: Leaf): { text: string; isUsed: boolean } => {
  const texts = t().inbox;
  const used = read.targets.map(labelOf);
  if (read.isSecret) used.push(texts.secret);
  if (read.isCondition) used.push(texts.condition);
  if (used.length > 0) return { text: used.join(", "), isUsed: true };
  const [passed] = read.passedOver;
  const unused = path === null ? texts.noPath : texts.notUsed;
  return { text: passed ? fill(texts.passedOver, { field: labelOf(passed) }) : unused, isUsed: false };
};
