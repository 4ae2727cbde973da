import { describedEndpoint, withIds } from "./described-endpoints.ts";
import { IDS } from "./shared-values.ts";

/**
 * An example of each query parameter, by its name. The descriptions of endpoints have others. Positions in a list are
 * the service's own, so those are blank, which counts as absent.
 */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  limit: 20,
  cursor: "",
  after: "",
  archived: "false",
  due: "false",
  awaiting: "false",
  created_from: "2026-11-01T00:00:00Z",
  created_to: "2026-12-01T00:00:00Z",
  captured_from: "2026-11-01T00:00:00Z",
  captured_to: "2026-12-01T00:00:00Z",
  q: "dana",
  source: "website",
  email: "dana@example.com",
  phone: "+12125550187",
  assignee: IDS.member,
  attorney: IDS.member,
  lead: IDS.lead,
  record: IDS.lead,
  actor: IDS.key,
  type: "lead.created",
  attorneys: IDS.member,
  outcome: "rejected",
  from: "2026-11-09T00:00:00-05:00",
  to: "2026-11-16T00:00:00-05:00",
  duration_min: 60,
  step_min: 15,
};

/** @returns undefined for a parameter without an example; a test finds those */
export const parameterExample = (name: string, endpoint: string): unknown => {
  const { query = {} } = describedEndpoint(endpoint);
  return name in query ? withIds(query[name]) : EXAMPLES[name];
};
