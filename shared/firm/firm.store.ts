import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { bookingRulesItem } from "../scheduling/booking-rules.contract.ts";
import { commit } from "../table/commit.ts";
import { setFields, updateExpressions } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { type Listing, listingOf } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { leadPartition, settingsKey } from "../table/record-keys.ts";
import { doneOrConflict } from "../table/retry-on-conflict.ts";
import { documentUpdate } from "../table/settings-document.ts";
import type { Table } from "../table/table.ts";
import { ttlCache } from "../table/ttl-cache.ts";
import { customField } from "./firm.contract.ts";
import type { FirmSettings } from "./firm.rules.ts";

const settingsItem = lazy(() =>
  z.object({
    name: z.string(),
    timeZone: z.string(),
    defaultCountry: z.string(),
    stages: z.array(z.object({ key: z.string(), name: z.string(), terminal: z.boolean() })),
    leadFields: z.array(customField()),
    consultationFields: z.array(customField()),
    bookingRules: bookingRulesItem(),
    holidays: z.array(z.object({ startDate: z.string(), endDate: z.string(), name: z.string() })),
    closingStages: z.record(z.string(), z.number()),
    version: z.number(),
  }),
);

const cached = ttlCache<FirmSettings>();

/** The firm's settings, cached by this instance for a few seconds. */
export const settingsRecord = (firm: FirmId): RecordRef<FirmSettings> =>
  cached({ key: settingsKey(firm), parse: (item) => settingsItem().parse(item) });

/** The same, or null: the operator may have erased the firm. */
export const erasableSettingsRecord = (firm: FirmId): RecordRef<FirmSettings | null> => {
  const record = settingsRecord(firm);
  return { ...record, parse: nullIfMissing(record.parse) };
};

/** The same, not cached, or null: the operator may name a firm that does not exist. */
export const firmSettingsRecord = (firm: FirmId): RecordRef<FirmSettings | null> => ({
  key: settingsKey(firm),
  parse: nullIfMissing((item) => settingsItem().parse(item)),
});

export const settingsToItem = (firm: FirmId, settings: FirmSettings): Item => ({
  ...settingsKey(firm),
  ...settings,
});

export const firmStore = (table: Table) => ({
  /**
   * Sets fields of the settings that were read. Fields that remove stages also require that the stages still close as
   * they were read to.
   * @returns the changed settings, which this instance caches, or `conflict` when they have changed since
   */
  change: async (
    firm: FirmId,
    settings: FirmSettings,
    fields: Partial<FirmSettings>,
  ): Promise<FirmSettings | "conflict"> => {
    const { version, closingStages } = settings;
    const update = documentUpdate(fields, { version, ...(fields.closingStages && { closingStages }) });
    const { result } = await commit(table, [
      { Update: { Key: settingsKey(firm), ...updateExpressions(update) } },
    ]);
    if (result !== "done") return "conflict";
    return settingsRecord(firm).parse(settingsToItem(firm, { ...settings, ...fields, version: version + 1 }));
  },

  /**
   * Replaces the closing stages of the settings that were read. The API does not show them, so `version` stays.
   */
  setClosingStages: async (
    firm: FirmId,
    { version, closingStages: before }: FirmSettings,
    closingStages: FirmSettings["closingStages"],
  ): Promise<"done" | "conflict"> => {
    const update = { set: setFields({ closingStages }), when: { version, closingStages: before } };
    return doneOrConflict(
      await commit(table, [{ Update: { Key: settingsKey(firm), ...updateExpressions(update) } }]),
    );
  },

  /** The given stages that contain a lead, active or archived. Reads at most one lead for each stage and listing. */
  occupiedStages: async (firm: FirmId, stageKeys: readonly string[]): Promise<string[]> => {
    const occupied = await Promise.all(stageKeys.map((stage) => isOccupied(table, firm, stage)));
    return stageKeys.filter((_, index) => occupied[index]);
  },
});

const isOccupied = async (table: Table, firm: FirmId, stage: string): Promise<boolean> => {
  const listings = [listingOf(false), listingOf(true)];
  const results = await Promise.all(listings.map((listing) => hasLeads(table, firm, stage, listing)));
  return results.includes(true);
};

const hasLeads = async (table: Table, firm: FirmId, stage: string, listing: Listing): Promise<boolean> => {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "byStage",
      KeyConditionExpression: "pk = :pk AND listing = :listing AND stage = :stage",
      ExpressionAttributeValues: { ":pk": leadPartition(firm), ":listing": listing, ":stage": stage },
      Limit: 1,
      Select: "COUNT",
    }),
  );
  return Count > 0;
};
