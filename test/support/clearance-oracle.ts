import { randomUUID } from "node:crypto";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Item } from "../../shared/table/record-keys.ts";

const imageOf = (image: object | undefined): Item | undefined => image && unmarshall(Object(image));

/** Returns an item that marks the moment from which on the gate holds. */
export const newMark = () => ({ pk: "MARK", sk: randomUUID() });

const passes = (lead: Item | undefined, required: "all" | "none") => {
  const state = Object(lead?.conflict).state ?? "unchecked";
  return required === "none" ? state !== "blocked" : ["cleared", "waived"].includes(state);
};

type Gate = {
  readonly required?: "all" | "none";
  /** From when on it holds; all the time without one. */
  readonly mark?: ReturnType<typeof newMark>;
};

type Images = { readonly before: Item | undefined; readonly after: Item };

const isOf = ({ after }: Images, kind: string) => String(after.pk).endsWith(`#${kind}`);

/** Returns whether a change is a booking or a client's move, of which the gate is to judge the lead. */
const isJudged = (images: Images) => {
  const { before, after } = images;
  if (!isOf(images, "CONSULTATION")) return false;
  return (
    before === undefined || (before.startAt !== after.startAt && Object(after.actor).type === "client_link")
  );
};

/**
 * Replays a table's history, independently of the production code. Returns the bookings and the clients' moves, and those
 * of them whose lead the gate would not let pass at that very moment, or that was merged.
 */
export const judgeHistory = (records: readonly DynamoDBRecord[], { required = "all", mark }: Gate = {}) => {
  const changes = records.flatMap(({ dynamodb }): Images[] => {
    const after = imageOf(dynamodb?.NewImage);
    return after ? [{ before: imageOf(dynamodb?.OldImage), after }] : [];
  });
  const from = mark ? changes.findIndex(({ after }) => after.sk === mark.sk) : 0;
  const leads = new Map<unknown, Item>();
  const judged: { readonly id: unknown; readonly isRight: boolean }[] = [];
  for (const [index, change] of changes.entries()) {
    const { after } = change;
    if (isOf(change, "LEAD")) leads.set(after.sk, after);
    if (index < from || !isJudged(change)) continue;
    const lead = leads.get(after.leadId);
    judged.push({ id: after.sk, isRight: passes(lead, required) && lead?.mergedInto === undefined });
  }
  const wrong = judged.filter(({ isRight }) => !isRight);
  return { judged, wrong };
};
