import { randomUUID } from "node:crypto";
import { putActivity } from "../../../shared/activities/activity.store.ts";
import { activityFields } from "../../../shared/activities/activity-fields.contract.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { commit } from "../../../shared/table/commit.ts";
import { newSampleLead, type Scenario, scenariosOf, storeLead, storeLeads, type World } from "../world.ts";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

const CALL = { kind: "call", direction: "out", outcome: "reached" } as const;

const AT_ONCE = { inParallel: true } as const;
const quiet = (maxQuietRoundTrips: number) => ({ maxQuietRoundTrips });

export const leadScenarios = async (world: World): Promise<Scenario[]> => {
  const { id } = await storeLead(world, { firstName: "Grace" });
  const archived = await storeLead(world, { archived: true });
  const newLead = async (isArchived: boolean) => ({
    params: { id: (await storeLead(world, { archived: isArchived })).id },
  });
  const replay = { headers: { "idempotency-key": "replayed" }, body: ADA };
  const withNewKey = () => ({ headers: { "idempotency-key": randomUUID() }, body: ADA });
  const assigned = { ...ADA, assignee_id: world.attorney.id };
  const moved = { status: "contacted", assignee_id: world.attorney.id };
  return scenariosOf(world, [
    ["create-lead", "", 1, () => ({ body: ADA }), quiet(2)],
    ["create-lead", "with an Idempotency-Key", 1, withNewKey],
    ["create-lead", "original (cold) and replay (warm)", 2, () => replay],
    ["create-lead", "with an assignee", 2, () => ({ body: assigned })],
    [
      "create-lead",
      "with a field that nobody has defined",
      2,
      () => ({ body: { ...ADA, data: { other: 1 } } }),
    ],
    ["get-lead", "", 1, () => ({ params: { id } }), quiet(1)],
    ["update-lead", "a field", 2, () => ({ params: { id }, body: { source: randomUUID() } })],
    ["update-lead", "a name", 2, () => ({ params: { id }, body: { last_name: randomUUID() } })],
    ["update-lead", "stage and assignee", 2, async () => ({ ...(await newLead(false)), body: moved })],
    ["update-lead", "no change", 1, () => ({ params: { id }, body: { first_name: "Grace" } })],
    [
      "create-activity",
      "a first contact",
      2,
      async () => ({ ...(await newLead(false)), body: CALL }),
      quiet(2),
    ],
    ["create-activity", "a note", 2, () => ({ params: { id }, body: { kind: "note", text: "Hi" } })],
    ["create-activity", "correction of the first contact", 4, async () => correction(world)],
    ["list-activities", "", 2, () => ({ params: { id } }), quiet(2)],
    ["archive-lead", "", 2, () => newLead(false), quiet(2)],
    ["archive-lead", "already archived", 1, () => ({ params: { id: archived.id } })],
    ["unarchive-lead", "", 2, () => newLead(true), quiet(2)],
  ]);
};

/** Returns the correction of a lead's first contact. */
const correction = async (world: World) => {
  const [leadId, id] = [newRecordId(Date.now()), newRecordId(Date.now())];
  const at = new Date().toISOString();
  await storeLead(world, { id: leadId, firstContactAt: at });
  const activity = { ...activityFields.initial, ...CALL, id, leadId, at, corrects: null };
  await commit(world.table, [putActivity(world.firmId, activity)]);
  return { params: { id: leadId }, body: { kind: "note", corrects: id } };
};

export const manyLeadsScenarios = async (small: World, large: World): Promise<Scenario[]> => {
  const oldest = await storeLead(large, {});
  await Promise.all([storeLeads(small, 1_000), storeLeads(large, 100_000)]);
  for (const world of [small, large]) await storeAttention(world);
  const newest = await storeLead(large, {});
  const ids = await named(large);
  return [
    ...listings(small, "1,000 leads"),
    ...listings(large, "100,000 leads"),
    ...scenariosOf(large, [
      ["list-leads", "50 of 100,000 leads by their ids", 1, () => ({ query: { ids } })],
    ]),
    ...sharedContacts(large, oldest.id, newest.id),
  ];
};

const named = async (world: World) => {
  const leads = await Promise.all(Array.from({ length: 50 }, () => storeLead(world, {})));
  return leads.map(({ id }) => id).join(",");
};

const PAST = new Date(0).toISOString();

/** Stores leads that await their first contact, and leads that are due for the next one. */
const storeAttention = async (world: World) => {
  for (const lead of [
    { respondBy: PAST, isOverdue: true },
    { nextContactAt: PAST, contactDue: "told" },
  ] as const)
    await Promise.all(Array.from({ length: 60 }, () => storeLead(world, lead)));
};

const awaiting = () => ({ query: { awaiting: "true" } });
const due = () => ({ query: { due: "true" } });

const listings = (world: World, size: string) =>
  scenariosOf(world, [
    ["list-leads", `page of 50 of ${size}`, 1, () => ({}), quiet(1)],
    ["list-leads", `page of 50 of ${size} by stage`, 1, () => ({ query: { status: "new" } })],
    ["list-leads", `page of 50 that await a contact, of ${size}`, 1, awaiting, AT_ONCE],
    ["list-leads", `page of 50 that are due, of ${size}`, 1, due, AT_ONCE],
    ["list-leads", `rare name among ${size}`, 4, () => ({ query: { q: "nobody" } })],
  ]);

const sharedContacts = (world: World, oldest: string, newest: string) => {
  const { email, phone } = newSampleLead();
  const nobody = () => ({ query: { phone: "+12125550199" } });
  const everybody = () => ({ query: { email, phone } });
  const duplicates = { ...AT_ONCE, ...quiet(2) };
  return scenariosOf(world, [
    ["look-up-leads", "nobody among 100,000 leads", 1, nobody, AT_ONCE],
    ["look-up-leads", "page of 50 of 100,000 leads that share both", 1, everybody, AT_ONCE],
    [
      "list-duplicates",
      "20 of 100,000 leads that share both",
      2,
      () => ({ params: { id: oldest } }),
      duplicates,
    ],
    [
      "list-duplicates",
      "20 of 100,000 leads, for the newest",
      2,
      () => ({ params: { id: newest } }),
      duplicates,
    ],
  ]);
};
