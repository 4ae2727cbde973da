import type { Table } from "../../../shared/table/table.ts";
import { newWorld, type Scenario, type World } from "../world.ts";
import { consultationScenarios } from "./consultations.ts";
import { eventScenarios, historyScenarios } from "./events.ts";
import { feedScenarios } from "./feeds.ts";
import { leadScenarios } from "./leads.ts";
import { linkScenarios } from "./links.ts";
import { mergeScenarios } from "./merges.ts";
import { peopleScenarios } from "./people.ts";
import { publishedCalendarScenarios } from "./published-calendars.ts";
import { settingsScenarios } from "./settings.ts";
import { sourceScenarios } from "./sources.ts";
import { usualScenarios } from "./usual-scenarios.ts";
import { webhookScenarios } from "./webhooks.ts";

/** Returns every measured way to call an endpoint. Most use the data of one firm. */
export const allScenarios = async (table: Table, world: World): Promise<Scenario[]> => {
  const [small, large] = [await newWorld(table), await newWorld(table)];
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
    ...(await leadScenarios(world, small, large)),
    ...(await mergeScenarios(world)),
  ];
  const histories = historyScenarios(await newWorld(table), await newWorld(table));
  return [...scenarios, ...usualScenarios(world, scenarios), ...histories];
};
