import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { EventResource } from "../../shared/events/event.contract.ts";
import type { Item } from "../../shared/table/record-keys.ts";

/** Somebody with a plain name, as a lead, a party or an entry has it. */
type Named = { readonly record: string; readonly role: string; readonly name: string };

const kindOf = ({ pk }: Item) => String(pk).split("#")[2];
const sortedName = (name: unknown) => String(name).toLowerCase().replace(",", "").split(" ").sort().join(" ");

const namedIn = (item: Item): Named[] => {
  const record = String(item.sk);
  if (kindOf(item) === "CONFLICTENTRY")
    return item.isDeleted ? [] : [{ record, role: String(item.role), name: sortedName(item.name) }];
  const parties: readonly Item[] = Object(item.parties ?? []);
  return [
    { record, role: "client", name: sortedName(`${item.firstName} ${item.lastName}`) },
    ...parties.map(({ role, name }) => ({ record, role: String(role), name: sortedName(name) })),
  ];
};

/** Returns the concern of a lead's side and another one's, if it is a conflict. */
const concernOf = (mine: string, theirs: string): string | null => {
  if (mine === theirs) return null;
  if (mine === "related" || theirs === "related") return "related";
  return mine === "adverse" ? "adverse_to_client" : "client_is_adverse";
};

const LAPSING = ["cleared", "waived", "no_match"];
const stateOf = (lead: Item | undefined) => Object(lead?.conflict).state as string | undefined;

/** Returns the conflicts that a lead's check does not show, among records whose names are alike only where they are equal. */
const unshown = (lead: Item, items: readonly Item[]): string[] => {
  const group = [lead.sk, ...Object(lead.mergedLeadIds ?? [])];
  const records = items.filter((item) => ["LEAD", "CONFLICTENTRY"].includes(String(kindOf(item))));
  const [mine, others] = [true, false].map((isMine) =>
    records.filter(({ sk }) => group.includes(sk) === isMine).flatMap(namedIn),
  ) as [Named[], Named[]];
  const check = items.find(({ sk }) => String(sk).endsWith(`#${Object(lead.conflict).checkId}`));
  const shown = (Object(check?.matches ?? []) as readonly Item[]).map(
    (match) => `${match.mergedLeadId ?? match.leadId ?? match.entryKey} ${match.role} ${match.concern}`,
  );
  const found = mine.flatMap(({ role, name }) =>
    others
      .filter((other) => other.name === name && concernOf(role, other.role) !== null)
      .map((other) => `${other.record} ${other.role} ${concernOf(role, other.role)}`),
  );
  return found.filter((each) => !shown.includes(each));
};

/** Returns the lapses in a history, each by its lead and the state before. */
const lapsesIn = (history: readonly DynamoDBRecord[]) =>
  history.flatMap(({ dynamodb }) => {
    const [before, after] = [dynamodb?.OldImage, dynamodb?.NewImage].map(
      (image): Item | undefined => image && unmarshall(Object(image)),
    );
    const isLapse = stateOf(after) === "lapsed" && stateOf(before) !== "lapsed";
    return isLapse ? [{ lead: after?.sk, before: String(stateOf(before)) }] : [];
  });

/**
 * Judges a table at rest and its history, independently of the production code: every clearance shows all conflicts that are
 * stored, nothing lapses that does not stand, and a check with a decision has been the state of its lead.
 */
export const findConflictViolations = (
  items: readonly Item[],
  history: readonly DynamoDBRecord[],
): string[] => {
  const standing = items.filter((item) => kindOf(item) === "LEAD" && LAPSING.includes(String(stateOf(item))));
  const decisions = items
    .filter((item) => kindOf(item) === "CONFLICTCHECK")
    .flatMap(({ sk, decisions }) =>
      (Object(decisions) as readonly Item[]).map(
        ({ at, decision }) => `${String(sk).split("#")[1]} ${decision} ${at}`,
      ),
    );
  const states = history.flatMap(({ dynamodb }) => {
    const { state, checkId, at } = Object(unmarshall(Object(dynamodb?.NewImage ?? {})).conflict);
    return `${checkId} ${state} ${at}`;
  });
  return [
    ...standing
      .filter(({ mergedInto }) => mergedInto === undefined)
      .flatMap((lead) =>
        unshown(lead, items).map((each) => `${lead.sk} ${stateOf(lead)}: ${each} is not shown`),
      ),
    ...lapsesIn(history)
      .filter(({ before }) => !LAPSING.includes(before))
      .map(({ lead, before }) => `${lead} lapsed from ${before}`),
    ...decisions.filter((each) => !states.includes(each)).map((each) => `${each} was never a state`),
    ...(new Set(decisions).size < decisions.length ? ["a decision was made twice"] : []),
  ];
};

/** Compares the events of a firm's log with what was stored: one for each check, each decision and each lapse. */
export const findEventViolations = (
  items: readonly Item[],
  history: readonly DynamoDBRecord[],
  events: readonly EventResource[],
): string[] => {
  const checks = items.filter((item) => kindOf(item) === "CONFLICTCHECK");
  const stored = {
    "lead.conflict_checked": checks.length,
    "lead.conflict_decided": checks.flatMap(({ decisions }) => Object(decisions)).length,
    "lead.conflict_lapsed": lapsesIn(history).length,
  };
  return [
    ...(new Set(events.map(({ id }) => id)).size < events.length ? ["an event is in the log twice"] : []),
    ...Object.entries(stored).flatMap(([type, count]) => {
      const told = events.filter((event) => event.type === type).length;
      return told === count ? [] : [`${type} came ${told} times, not ${count}`];
    }),
  ];
};
