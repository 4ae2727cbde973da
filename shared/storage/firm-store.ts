import * as z from "zod/mini";
import type { FirmSettings } from "../domain/firm.ts";
import type { FirmId } from "../domain/firm-id.ts";
import { settingsKey } from "./keys.ts";
import type { Item, Readable } from "./read-together.ts";

const settingsItem = z.object({
  name: z.string(),
  timeZone: z.string(),
  defaultCountry: z.string(),
  stages: z.array(z.object({ key: z.string(), name: z.string(), terminal: z.boolean() })),
  leadFields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(["text", "number", "boolean", "date", "select"]),
      options: z.array(z.string()),
    }),
  ),
  holidays: z.array(z.object({ startDate: z.string(), endDate: z.string(), name: z.string() })),
  version: z.number(),
});

/** A change of settings must be in force everywhere within five seconds. */
const CACHED_MILLISECONDS = 4_000;

const cache = new Map<FirmId, { settings: FirmSettings; until: number }>();

/** The firm's settings, from this instance's cache for a few seconds. */
export const settingsRecord = (firm: FirmId): Readable<FirmSettings> => ({
  key: settingsKey(firm),
  cached: () => {
    const entry = cache.get(firm);
    return entry && entry.until > Date.now() ? entry.settings : undefined;
  },
  parse: (item) => {
    const settings = settingsItem.parse(item);
    cache.set(firm, { settings, until: Date.now() + CACHED_MILLISECONDS });
    return settings;
  },
});

export const settingsToItem = (firm: FirmId, settings: FirmSettings): Item => ({
  ...settingsKey(firm),
  ...settings,
});
