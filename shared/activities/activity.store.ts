import { readMergedLeadIds } from "../leads/merged-leads.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type QueryRef, type RecordRef, readRecords } from "../table/read-records.ts";
import { type OnFault, processRecord, throwFault } from "../table/record-fault.ts";
import { activityKey, activityPartition, activityPrefix, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import { setFields, updateExpressions, updateItem } from "../table/update-item.ts";
import { walkRecords } from "../table/walk-items.ts";
import type { Activity } from "./activity.rules.ts";
import { activityFields } from "./activity-fields.contract.ts";

// The sort key begins with the lead, so that one strongly consistent query reads the activities of a lead.

export const parseActivity = (item: Item): Activity => {
  const [leadId, id] = String(item.sk).split("#");
  return activityFields.item().parse({ ...item, id, leadId });
};

/** Reads an activity of a lead, or null. */
export const activityRecord = (firm: FirmId, leadId: string, id: string): RecordRef<Activity | null> => ({
  key: activityKey(firm, leadId, id),
  parse: nullIfMissing(parseActivity),
});

/** Writes a new activity. */
export const putActivity = (firm: FirmId, { id, leadId, ...fields }: Activity): Write => ({
  New: { ...activityKey(firm, leadId, id), ...fields },
});

/** Marks an activity as corrected, unless another one has corrected it. */
export const correctActivity = (firm: FirmId, { leadId, id }: Activity, correctedBy: string): Write => ({
  Update: {
    Key: activityKey(firm, leadId, id),
    UpdateExpression: "SET correctedBy = :by",
    ConditionExpression: "correctedBy = :none",
    ExpressionAttributeValues: { ":by": correctedBy, ":none": null },
  },
});

/** Reads the activity with an id of a lead, or of one that was merged into it. */
export const activityOfLead = (firm: FirmId, leadId: string, id: string): QueryRef<Activity | null> => ({
  query: async (table) => {
    const { own } = await readRecords(table, { own: activityRecord(firm, leadId, id) });
    if (own !== null) return own;
    const [, ...merged] = await readMergedLeadIds(table, firm, leadId);
    const { found } = await readRecords(table, {
      found: merged.map((each) => activityRecord(firm, each, id)),
    });
    return found.find((each) => each !== null) ?? null;
  },
});

/** Reads pages of the activities of leads. */
export const activityPage =
  (firm: FirmId, leadIds: readonly string[]) =>
  async (table: Table, range: PageRange): Promise<Page<Activity>> => {
    const pages = leadIds.map((leadId) => listNewestFirst(table, activitiesOf(firm, leadId), range));
    return unionOfPages(await Promise.all(pages), range.limit);
  };

const activitiesOf = (firm: FirmId, leadId: string) => ({
  partition: { pk: activityPartition(firm) },
  sortPrefix: activityPrefix(leadId),
  consistent: true as const,
  parse: parseActivity,
});

/** Reads every activity of leads. */
export const allActivities = (firm: FirmId, leadIds: readonly string[]): QueryRef<Activity[]> => ({
  query: async (table) => {
    const activities: Activity[] = [];
    for await (const page of walkActivities(table, firm, { leadIds, onFault: throwFault }))
      activities.push(...page);
    return activities;
  },
});

type Walk = {
  readonly leadIds: readonly string[];
  /** Receives activities that cannot be read or erased. */
  readonly onFault: OnFault;
};

async function* walkActivities(table: Table, firm: FirmId, { leadIds, onFault }: Walk) {
  for (const leadId of leadIds)
    yield* walkRecords(table, {
      ...{ pk: activityPartition(firm), sortPrefix: activityPrefix(leadId) },
      ...{ kind: "activity", parse: parseActivity, onFault },
    });
}

/**
 * Erases the texts of the activities of leads.
 * @returns the ids of all activities, and the number of those that had a text
 */
export const eraseActivities = async (
  table: Table,
  firm: FirmId,
  { dryRun, ...walk }: Walk & { readonly dryRun: boolean },
): Promise<{ readonly ids: readonly string[]; readonly count: number }> => {
  const ids: string[] = [];
  let count = 0;
  for await (const page of walkActivities(table, firm, walk)) {
    ids.push(...page.map(({ id }) => id));
    const withText = page.filter(({ text }) => text !== null);
    count += withText.length;
    if (!dryRun)
      for (const each of withText) await eraseText(table, firm, { ...each, onFault: walk.onFault });
  }
  return { ids, count };
};

const eraseText = (table: Table, firm: FirmId, { leadId, id, onFault }: Activity & Pick<Walk, "onFault">) =>
  processRecord(
    () =>
      updateItem(table, {
        Key: activityKey(firm, leadId, id),
        ...updateExpressions({ set: setFields(activityFields.erased().record) }),
      }),
    (fault) => onFault(`the activity ${id}`, fault),
  );
