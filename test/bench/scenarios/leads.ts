import { randomUUID } from "node:crypto";
import { newSampleLead, type Scenario, storeLead, storeLeads, type World } from "../world.ts";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

export const leadScenarios = async (world: World, small: World, large: World): Promise<Scenario[]> => {
  const lead = await storeLead(world, { firstName: "Grace" });
  const archived = await storeLead(world, { archived: true });
  const shared = await storeLead(large, {});
  const newLeadParams = async (isArchived: boolean) => ({
    params: { id: (await storeLead(world, { archived: isArchived })).id },
  });
  const replay = { headers: { "idempotency-key": "replayed" }, body: ADA };
  await Promise.all([storeLeads(small, 1_000), storeLeads(large, 100_000)]);
  return [
    ...(await creations(world, replay)),
    {
      world,
      endpoint: "get-lead",
      label: "",
      status: 200,
      maxRoundTrips: 1,
      maxQuietRoundTrips: 1,
      call: () => ({ params: { id: lead.id } }),
    },
    ...listings(small, "1,000 leads"),
    ...listings(large, "100,000 leads"),
    ...lookups(large),
    {
      world: large,
      endpoint: "list-duplicates",
      label: "20 of 100,000 leads that share both",
      status: 200,
      maxRoundTrips: 2,
      maxQuietRoundTrips: 2,
      inParallel: true,
      call: () => ({ params: { id: shared.id } }),
    },
    {
      world,
      endpoint: "update-lead",
      label: "a field",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ params: { id: lead.id }, body: { last_name: randomUUID() } }),
    },
    {
      world,
      endpoint: "update-lead",
      label: "stage and assignee",
      status: 200,
      maxRoundTrips: 2,
      call: async () => ({
        ...(await newLeadParams(false)),
        body: { status: "contacted", assignee_id: world.attorney.id },
      }),
    },
    {
      world,
      endpoint: "update-lead",
      label: "no change",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({ params: { id: lead.id }, body: { first_name: "Grace" } }),
    },
    {
      world,
      endpoint: "archive-lead",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      maxQuietRoundTrips: 2,
      call: () => newLeadParams(false),
    },
    {
      world,
      endpoint: "archive-lead",
      label: "already archived",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({ params: { id: archived.id } }),
    },
    {
      world,
      endpoint: "unarchive-lead",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      maxQuietRoundTrips: 2,
      call: () => newLeadParams(true),
    },
  ];
};

const creations = (world: World, replay: ReturnType<Scenario["call"]>): Scenario[] => {
  const create = { world, endpoint: "create-lead", status: 201 };
  return [
    { ...create, label: "", maxRoundTrips: 1, maxQuietRoundTrips: 2, call: () => ({ body: ADA }) },
    {
      ...create,
      label: "with an Idempotency-Key",
      maxRoundTrips: 1,
      call: () => ({ headers: { "idempotency-key": randomUUID() }, body: ADA }),
    },
    { ...create, label: "original (cold) and replay (warm)", maxRoundTrips: 2, call: () => replay },
    {
      ...create,
      label: "with an assignee",
      maxRoundTrips: 2,
      call: () => ({ body: { ...ADA, assignee_id: world.attorney.id } }),
    },
  ];
};

const lookups = (world: World): Scenario[] => {
  const { email, phone } = newSampleLead();
  const lookup = {
    world,
    endpoint: "look-up-leads",
    status: 200,
    maxRoundTrips: 1,
    inParallel: true,
  } as const;
  return [
    { ...lookup, label: "nobody among 100,000 leads", call: () => ({ query: { phone: "+12125550199" } }) },
    {
      ...lookup,
      label: "page of 50 of 100,000 leads that share both",
      call: () => ({ query: { email, phone } }),
    },
  ];
};

const listings = (world: World, size: string): Scenario[] => {
  const list = { world, endpoint: "list-leads", status: 200 };
  return [
    { ...list, label: `page of 50 of ${size}`, maxRoundTrips: 1, maxQuietRoundTrips: 1, call: () => ({}) },
    {
      ...list,
      label: `page of 50 of ${size} by stage`,
      maxRoundTrips: 1,
      call: () => ({ query: { status: "new" } }),
    },
    {
      ...list,
      label: `rare name among ${size}`,
      maxRoundTrips: 4,
      call: () => ({ query: { q: "nobody" } }),
    },
  ];
};
