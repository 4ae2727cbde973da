import type { Endpoint } from "../../../shared/endpoints.ts";
import { CONSULTATION_PROSE } from "./consultation-prose.ts";
import { FIRM_PROSE } from "./firm-prose.ts";
import { LEAD_PROSE } from "./lead-prose.ts";
import { LINK_PROSE } from "./link-prose.ts";
import { SCHEDULING_PROSE } from "./scheduling-prose.ts";
import { SOURCE_PROSE } from "./source-prose.ts";
import { WEBHOOK_PROSE } from "./webhook-prose.ts";

/** What each endpoint is for, what it changes elsewhere and how it usually fails, as Markdown. */
const OPERATION_PROSE: Readonly<Record<Endpoint["name"], string>> = {
  ...LEAD_PROSE,
  ...CONSULTATION_PROSE,
  ...SCHEDULING_PROSE,
  ...LINK_PROSE,
  ...FIRM_PROSE,
  ...SOURCE_PROSE,
  ...WEBHOOK_PROSE,
};

const PROSE: ReadonlyMap<string, string> = new Map(Object.entries(OPERATION_PROSE));

/** The prose of an endpoint by its name. */
export const proseOf = (endpoint: string): string => (PROSE.get(endpoint) ?? "").trim();
