import { expect, it } from "@jest/globals";
import { seedDemoFirm } from "../../../../lib/local/demo/seed-demo-firm.ts";
import { scanItems } from "../../../support/scan-table.ts";
import { useTable } from "../../../support/test-table.ts";

const table = useTable({ forEach: true });

const STAGES = ["contacted", "lost", "new", "qualified", "retained"];
const STATUSES = ["canceled", "completed", "no-show", "rescheduled", "scheduled"];

const countBy = (items: readonly Record<string, unknown>[], name: string) => {
  const counts: Record<string, number> = {};
  for (const { [name]: value } of items)
    if (value !== undefined) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

it.each([
  ["on a Sunday night", "2026-11-29T07:00:00Z"],
  ["on a working day", "2026-12-02T18:30:00Z"],
  ["in the week after the clock goes forward", "2027-03-15T21:00:00Z"],
  ["at the end of a year", "2026-12-31T23:30:00Z"],
])(
  "a demo firm that is made %s has leads in every stage, deliveries of every outcome and a week to look at",
  async (_, start) => {
    const now = new Date(start);
    await seedDemoFirm(table, { baseUrl: "http://localhost:3000", now, hasHistory: true });
    const items = await scanItems(table);
    const deliveries = items.filter(({ outcome, bodyBytes }) => outcome && bodyBytes);
    expect(countBy(deliveries, "outcome")).toMatchObject({
      ...{ created: expect.any(Number), updated: 2, duplicate: 2, ignored: 3, test: 2, rejected: 6 },
    });
    const leads = items.filter(({ listing, firstName }) => listing && firstName);
    expect(leads.length).toBeGreaterThan(120);
    expect(Object.keys(countBy(leads, "stage")).sort()).toEqual(STAGES);
    const consultations = items.filter(({ attorneyId, startAt, leadId }) => attorneyId && startAt && leadId);
    expect(Object.keys(countBy(consultations, "status")).sort()).toEqual(STATUSES);
    const routed = leads.filter(({ routingRule, assigneeId }) => routingRule && assigneeId);
    expect(routed).toHaveLength(5);
    expect(routed.filter(({ respondBy }) => respondBy && String(respondBy) > now.toISOString())).toHaveLength(
      2,
    );
    // One of them was late, and handed over: the sweep of the service finds nothing that is late.
    expect(routed.filter(({ overdueCount }) => overdueCount === 1)).toHaveLength(1);
    const contacted = leads.flatMap(({ firstContactAt, lastName }) => (firstContactAt ? [lastName] : []));
    expect(contacted.toSorted()).toEqual(["Oyelaran", "Thorvald"]);
    const changed = leads.map(({ lastActivityAt }) => String(lastActivityAt));
    expect(changed.filter((each) => each > now.toISOString())).toEqual([]);
  },
);
