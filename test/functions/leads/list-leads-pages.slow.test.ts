import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as unarchiveLead } from "../../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { checkProperty } from "../../support/check-property.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { ADA, putLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const SOURCES = ["website", "referral"];
const STAGES = ["new", "lost"];

type Filter = "all" | "archived" | "stage" | "assignee" | "source" | "words" | "stage and source";

/** An initial lead; stage and source are indexes. */
type Start = { archived: boolean; assigned: boolean; stage: number; source: number };
type Act = { kind: "create" | "archive" | "unarchive" | "stage" | "assignee" | "name"; target: number };

const start = fc.record({
  archived: fc.boolean(),
  assigned: fc.boolean(),
  stage: fc.nat(1),
  source: fc.nat(1),
});
const act = fc.record({
  kind: fc.constantFrom<Act["kind"]>("create", "archive", "unarchive", "stage", "assignee", "name"),
  target: fc.nat(11),
});
const walk = fc.record({
  starts: fc.array(start, { minLength: 1, maxLength: 12 }),
  filter: fc.constantFrom<Filter>(
    "all",
    "archived",
    "stage",
    "assignee",
    "source",
    "words",
    "stage and source",
  ),
  limit: fc.integer({ min: 1, max: 5 }),
  /** Changes to make after each page. */
  acts: fc.array(fc.array(act, { maxLength: 3 }), { maxLength: 8 }),
});

type Shown = Pick<Lead, "archived" | "stage" | "assigneeId" | "source" | "firstName">;

const MATCHES: Record<Filter, (lead: Shown, attorney: string) => boolean> = {
  all: ({ archived }) => !archived,
  archived: ({ archived }) => archived,
  stage: ({ archived, stage }) => !archived && stage === "lost",
  assignee: ({ archived, assigneeId }, attorney) => !archived && assigneeId === attorney,
  source: ({ archived, source }) => !archived && source === "referral",
  words: ({ archived, firstName }) => !archived && firstName === "Ada",
  "stage and source": ({ archived, stage, source }) => !archived && stage === "new" && source === "website",
};

const queryOf = (filter: Filter, attorney: string): Record<string, string> =>
  ({
    all: {},
    archived: { archived: "true" },
    stage: { status: "lost" },
    assignee: { assignee: attorney },
    source: { source: "referral" },
    words: { q: "ADA" },
    "stage and source": { status: "new", source: "website" },
  })[filter];

/** Creates a firm with leads and tracks which of them have matched the filter all the time. */
const newTrackedFirm = async (starts: readonly Start[], filter: Filter) => {
  const { firmId, apiKey: key, attorney } = await newFirm(table);
  const leads = new Map<string, Shown>();
  const throughout = new Set<string>();
  const matches = (lead: Shown) => MATCHES[filter](lead, attorney.id);
  for (const [index, { archived, assigned, stage, source }] of starts.entries()) {
    const lead = await putLead(table, firmId, {
      id: newRecordId(1_764_000_000_000 + (index >> 1)),
      archived,
      assigneeId: assigned ? attorney.id : null,
      stage: STAGES[stage],
      source: SOURCES[source],
    });
    leads.set(lead.id, lead);
    if (matches(lead)) throughout.add(lead.id);
  }
  const recordChange = (id: string, changes: Partial<Shown>) => {
    const lead = { ...(leads.get(id) as Shown), ...changes };
    leads.set(id, lead);
    if (!matches(lead)) throughout.delete(id);
  };
  const perform = async ({ kind, target }: Act) => {
    const id = [...leads.keys()][target % leads.size] as string;
    const lead = leads.get(id) as Shown;
    const patch = (body: object) => call(updateLead, { key, params: { id }, body });
    const acts: Record<Act["kind"], () => Promise<unknown>> = {
      create: () => call(createLead, { key, body: ADA }),
      archive: () =>
        call(archiveLead, { key, params: { id } }).then(() => recordChange(id, { archived: true })),
      unarchive: () =>
        call(unarchiveLead, { key, params: { id } }).then(() => recordChange(id, { archived: false })),
      stage: () => {
        const stage = lead.stage === "new" ? "lost" : "new";
        return patch({ status: stage }).then(() => recordChange(id, { stage }));
      },
      assignee: () => {
        const assigneeId = lead.assigneeId === null ? attorney.id : null;
        return patch({ assignee_id: assigneeId }).then(() => recordChange(id, { assigneeId }));
      },
      name: () => {
        const firstName = lead.firstName === "Ada" ? "Eve" : "Ada";
        return patch({ first_name: firstName }).then(() => recordChange(id, { firstName }));
      },
    };
    await acts[kind]();
  };
  return { key, query: queryOf(filter, attorney.id), throughout, perform };
};

type Listed = { readonly key: string; readonly query: Record<string, string>; readonly limit: number };

/** Reads the lead ids of all pages, with a callback after each page. */
const readAllIds = async ({ key, query, limit }: Listed, afterPage: (page: number) => Promise<void>) => {
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null; page++) {
    const paged = { ...query, limit: String(limit), ...(cursor && { cursor }) };
    const { status, body } = await call(listLeads, { key, query: paged });
    expect([status, body.data.length <= limit]).toEqual([200, true]);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
    await afterPage(page);
  }
  return seen;
};

/** Reads the ids of the leads that one request names. */
const readNamedIds = async (key: string, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { body } = await call(listLeads, { key, query: { ids: ids.join(",") } });
  return body.data.map(({ id }: { id: string }) => id);
};

describe("reading all pages of leads", () => {
  it("neither skips nor repeats a lead that matched throughout, whatever changes between pages, and each is found by its id", async () => {
    await checkProperty(
      fc.asyncProperty(walk, async ({ starts, filter, limit, acts }) => {
        const { key, query, throughout, perform } = await newTrackedFirm(starts, filter);
        const seen = await readAllIds({ key, query, limit }, async (page) => {
          for (const act of acts[page] ?? []) await perform(act);
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect([...throughout].filter((id) => !seen.includes(id))).toEqual([]);
        expect(seen).toEqual([...seen].sort().reverse());
        expect(await readNamedIds(key, seen)).toEqual(seen);
      }),
      40,
    );
  });
});
