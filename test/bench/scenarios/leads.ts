import { randomUUID } from "node:crypto";
import { type Scenario, storeLead, storeLeads, type World } from "../world.ts";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

export const leadScenarios = async (world: World, small: World, large: World): Promise<Scenario[]> => {
  const lead = await storeLead(world, { firstName: "Grace" });
  const archived = await storeLead(world, { archived: true });
  const withId = async (archivedBefore: boolean) => ({
    params: { id: (await storeLead(world, { archived: archivedBefore })).id },
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
      roundTripsAtMost: 1,
      call: () => ({ params: { id: lead.id } }),
    },
    ...listings(small, "1,000 leads"),
    ...listings(large, "100,000 leads"),
    {
      world,
      endpoint: "update-lead",
      label: "a field",
      status: 200,
      roundTripsAtMost: 2,
      call: () => ({ params: { id: lead.id }, body: { last_name: randomUUID() } }),
    },
    {
      world,
      endpoint: "update-lead",
      label: "stage and assignee",
      status: 200,
      roundTripsAtMost: 2,
      call: async () => ({
        ...(await withId(false)),
        body: { status: "contacted", assignee_id: world.attorney.id },
      }),
    },
    {
      world,
      endpoint: "update-lead",
      label: "nothing new",
      status: 200,
      roundTripsAtMost: 1,
      call: () => ({ params: { id: lead.id }, body: { first_name: "Grace" } }),
    },
    {
      world,
      endpoint: "archive-lead",
      label: "",
      status: 200,
      roundTripsAtMost: 1,
      call: () => withId(false),
    },
    {
      world,
      endpoint: "archive-lead",
      label: "archived before",
      status: 200,
      roundTripsAtMost: 1,
      call: () => ({ params: { id: archived.id } }),
    },
    {
      world,
      endpoint: "unarchive-lead",
      label: "",
      status: 200,
      roundTripsAtMost: 1,
      call: () => withId(true),
    },
  ];
};

const creations = (world: World, replay: ReturnType<Scenario["call"]>): Scenario[] => {
  const create = { world, endpoint: "create-lead", status: 201 };
  return [
    { ...create, label: "", roundTripsAtMost: 1, call: () => ({ body: ADA }) },
    {
      ...create,
      label: "with an Idempotency-Key",
      roundTripsAtMost: 1,
      call: () => ({ headers: { "idempotency-key": randomUUID() }, body: ADA }),
    },
    { ...create, label: "cold the original, warm its repeat", roundTripsAtMost: 2, call: () => replay },
    {
      ...create,
      label: "with an assignee",
      roundTripsAtMost: 2,
      call: () => ({ body: { ...ADA, assignee_id: world.attorney.id } }),
    },
  ];
};

const listings = (world: World, size: string): Scenario[] => {
  const list = { world, endpoint: "list-leads", status: 200 };
  return [
    { ...list, label: `page of 50 of ${size}`, roundTripsAtMost: 1, call: () => ({}) },
    {
      ...list,
      label: `page of 50 of ${size} by stage`,
      roundTripsAtMost: 1,
      call: () => ({ query: { status: "new" } }),
    },
    {
      ...list,
      label: `rare name among ${size}`,
      roundTripsAtMost: 4,
      call: () => ({ query: { q: "nobody" } }),
    },
  ];
};
