import type { Table } from "../../../shared/table/table.ts";
import { newWorld, type Scenario, type World } from "../world.ts";
import { conflictCheckScenarios, manyConflictsScenarios } from "./conflict-checks.ts";
import { conflictEntryScenarios } from "./conflict-entries.ts";
import { gateScenarios } from "./conflict-gate.ts";
import { consultationScenarios } from "./consultations.ts";
import { eventScenarios, historyScenarios } from "./events.ts";
import { feedScenarios } from "./feeds.ts";
import { leadScenarios, manyLeadsScenarios } from "./leads.ts";
import { linkScenarios } from "./links.ts";
import { mergeScenarios } from "./merges.ts";
import { peopleScenarios } from "./people.ts";
import { publishedCalendarScenarios } from "./published-calendars.ts";
import { settingsScenarios } from "./settings.ts";
import { sourceScenarios } from "./sources.ts";
import { turnScenarios } from "./turns.ts";
import { usualScenarios } from "./usual-scenarios.ts";
import { webhookScenarios } from "./webhooks.ts";

/** Returns the ways to call an endpoint that need few records. Most use the data of one firm. */
export const smallScenarios = async (table: Table, world: World): Promise<Scenario[]> => {
  const scenarios = [
    ...(await settingsScenarios(world)),
    ...(await consultationScenarios(world)),
    ...(await linkScenarios(table)),
    ...(await publishedCalendarScenarios(table)),
    ...(await peopleScenarios(table)),
    ...feedScenarios(await newWorld(table)),
    ...(await sourceScenarios(world)),
    ...(await webhookScenarios(world)),
    ...(await eventScenarios(world)),
    ...(await leadScenarios(world)),
    ...(await conflictEntryScenarios(table)),
    ...(await conflictCheckScenarios(table)),
    ...(await gateScenarios(table)),
    ...(await turnScenarios(table)),
    ...(await mergeScenarios(world)),
  ];
  return [...scenarios, ...usualScenarios(world, scenarios, OF_MANY_RECORDS)];
};

/** The endpoints that are measured with many records alone. */
const OF_MANY_RECORDS = ["list-leads", "look-up-leads", "list-duplicates", "create-conflict-check"];

/**
 * Stores firms of up to 100,000 records, and returns the ways to call an endpoint that need them. They are measured last:
 * DynamoDB Local slows with each record.
 */
export const largeScenarios = async (table: Table): Promise<Scenario[]> => [
  ...(await manyLeadsScenarios(await newWorld(table), await newWorld(table))),
  ...(await historyScenarios(await newWorld(table), await newWorld(table))),
  ...(await manyConflictsScenarios(table)),
];
