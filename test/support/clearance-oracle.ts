import { randomUUID } from "node:crypto";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Item } from "../../shared/table/record-keys.ts";

const imageOf = (image: object | undefined): Item | undefined => image && unmarshall(Object(image));

/** What the gate requires; `off` without one. */
type Rule = "off" | "all" | "none";

const MARKS = "MARK";

/** Returns an item that marks the moment from which on the gate requires no more, or no less, than this. */
export const newMark = (rule: Rule) => ({ pk: MARKS, sk: randomUUID(), rule });

const passes = (lead: Item | undefined, rule: Rule) => {
  const state = Object(lead?.conflict).state ?? "unchecked";
  return rule === "none" ? state !== "blocked" : ["cleared", "waived"].includes(state);
};

type Images = { readonly before: Item | undefined; readonly after: Item };

const kindOf = ({ pk }: Item) => String(pk).split("#")[2];

/** A slot that was taken for a lead, of which the gate is to judge. */
type Taken = { readonly what: "booking" | "move" | "hold"; readonly id: unknown; readonly leadId: unknown };

const takenByConsultation = ({ before, after }: Images): Taken[] => {
  const taken = { id: after.sk, leadId: after.leadId };
  if (before === undefined) return [{ what: "booking", ...taken }];
  const isMove = before.startAt !== after.startAt && Object(after.actor).type === "client_link";
  return isMove ? [{ what: "move", ...taken }] : [];
};

type Slots = Readonly<Record<string, readonly [start: number, minutes: number, expiry?: number]>>;
const slotsOf = (day: Item | undefined): Slots => Object(day?.slots);

type LeadOfHold = (start: number) => string | undefined;

/** A hold does not say for whom it is. */
const takenByHolds = ({ before, after }: Images, leadOfHold: LeadOfHold): Taken[] =>
  Object.entries(slotsOf(after)).flatMap(([id, [start, , expiry]]) => {
    const leadId = leadOfHold(start);
    const isNew = expiry !== undefined && !(id in slotsOf(before));
    return isNew && leadId !== undefined ? [{ what: "hold" as const, id, leadId }] : [];
  });

const takenBy = (images: Images, leadOfHold: LeadOfHold): Taken[] => {
  const kind = kindOf(images.after);
  if (kind === "CONSULTATION") return takenByConsultation(images);
  return kind === "DAY" ? takenByHolds(images, leadOfHold) : [];
};

type Gate = {
  /** What it requires before the first mark. */
  readonly initially?: Rule;
  /** Returns the lead for whom the hold that starts then was asked for, in milliseconds. */
  readonly leadOfHold?: LeadOfHold;
};

/**
 * Replays a table's history, independently of the production code. Returns the bookings, the holds and the clients' moves,
 * and those of them whose lead the gate would not let pass at that very moment, or that was merged.
 */
export const judgeHistory = (
  records: readonly DynamoDBRecord[],
  { initially = "all", leadOfHold = () => undefined }: Gate = {},
) => {
  const leads = new Map<unknown, Item>();
  let rule = initially;
  const judge = (taken: Taken) => {
    const lead = leads.get(taken.leadId);
    return { ...taken, isRight: passes(lead, rule) && lead?.mergedInto === undefined };
  };
  const judged = records.flatMap(({ dynamodb }) => {
    const after = imageOf(dynamodb?.NewImage);
    if (after === undefined) return [];
    if (after.pk === MARKS) rule = after.rule as Rule;
    if (kindOf(after) === "LEAD") leads.set(after.sk, after);
    const taken = takenBy({ before: imageOf(dynamodb?.OldImage), after }, leadOfHold);
    return rule === "off" ? [] : taken.map(judge);
  });
  return { judged, wrong: judged.filter(({ isRight }) => !isRight) };
};
