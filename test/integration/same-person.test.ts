import { beforeEach, expect, it } from "@jest/globals";
import fc from "fast-check";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listDuplicates } from "../../functions/leads/list-duplicates.ts";
import { handler as lookUpLeads } from "../../functions/leads/look-up-leads.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { captureLog } from "../support/capture-log.ts";
import { checkProperty } from "../support/check-property.ts";
import { eventPublisher, runErasure } from "../support/erasure-fixture.ts";
import { ADA } from "../support/leads.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { type Model, newModel } from "../support/same-person-model.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, renew, send, shown, patch, merge, book, deliver, expectConsistentLeads } =
  useMergeFixture(table);
beforeEach(() => {
  captureLog();
});

const EMAILS = ["ada@example.com", "eve@example.com"];
const PHONES = ["+12125550101", "+12125550102"];
const EXTERNAL_IDS = ["1", "2", "3"];

type Contact = { readonly email: string; readonly phone: string };
type Step = (model: Model) => Promise<unknown>;
type Choose = <Value>(values: Iterable<Value>) => Value;

let names = 0;

const createStep = async (model: Model, contact: Contact) => {
  const { status, body } = await send(createLead, { body: { ...ADA, ...contact } });
  expect(status).toBe(contact.email || contact.phone ? 201 : 422);
  if (status === 201) model.create(body.id, contact);
};

/** A new name makes each delivery a change. */
const deliverStep = async (model: Model, externalId: string, contact: Contact) => {
  const { status, body } = await deliver(externalId, { firstName: `Grace ${names++}`, ...contact });
  const repeated = model.redeliver(externalId, contact);
  if (repeated !== null) return expect(body).toEqual(repeated);
  expect(status).toBe(contact.email || contact.phone ? 201 : 422);
  if (status === 201) model.deliver(externalId, body.leadId, contact);
};

const bookStep = async (model: Model, id: string) => {
  const { status, body } = await book(id);
  expect(status).toBe(model.booking(id));
  if (status === 201) model.consultations.set(body.id, id);
};

const eraseStep = async (model: Model, leadId: string) => {
  const { publish } = eventPublisher(table, [firm]);
  await runErasure(table, { firmId: firm.firmId, leadId }, publish);
  model.erase(leadId);
};

/** Numbers that choose what a step does to which leads. */
const choices = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });

const chooseBy = (numbers: readonly number[]): Choose => {
  let next = 0;
  return (values) => {
    const all = [...values];
    return all[(numbers[next++ % numbers.length] ?? 0) % all.length] as (typeof all)[number];
  };
};

const contactOf = (choose: Choose) => ({ email: choose(["", ...EMAILS]), phone: choose(["", ...PHONES]) });

const STEPS: Readonly<Record<string, (choose: Choose) => Step>> = {
  create: (choose) => (model) => createStep(model, contactOf(choose)),
  deliver: (choose) => (model) => deliverStep(model, choose(EXTERNAL_IDS), contactOf(choose)),
  change: (choose) => async (model) => {
    const [id, { email, phone }] = [choose(model.leads.keys()), contactOf(choose)];
    const contact = choose([{ email }, { phone }, { email, phone }]);
    expect((await patch(id, contact)).status).toBe(model.change(id, contact));
  },
  archive: (choose) => async (model) => {
    const [id, archived] = [choose(model.leads.keys()), choose([true, false])];
    const { status } = await send(archived ? archiveLead : unarchiveLead, { params: { id } });
    expect(status).toBe(model.setArchived(id, archived));
  },
  book: (choose) => (model) => bookStep(model, choose(model.leads.keys())),
  "archive a consultation": (choose) => async (model) => {
    const id = choose(model.consultations.keys());
    if (id !== undefined) expect((await send(archiveConsultation, { params: { id } })).status).toBe(200);
  },
  merge: (choose) => async (model) => {
    const [id, from] = [choose(model.leads.keys()), choose(model.leads.keys())];
    expect((await merge(id, from)).status).toBe(model.merge(id, from));
  },
  erase: (choose) => (model) => eraseStep(model, choose(model.leads.keys())),
};

const WEIGHTS = {
  create: 3,
  deliver: 4,
  change: 3,
  archive: 1,
  book: 3,
  "archive a consultation": 1,
  merge: 6,
  erase: 1,
};

const steps = fc.array(
  fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({
      weight,
      arbitrary: choices.map((numbers) => ({ name, numbers })),
    })),
  ),
  { minLength: 15, maxLength: 20 },
);

const expectAsModel = async (model: Model) => {
  for (const { id, email, phone, archived, mergedInto } of model.leads.values()) {
    const { merged_into = null, ...lead } = await shown(id);
    expect({ ...lead, merged_into }).toMatchObject({ id, email, phone, archived, merged_into: mergedInto });
    const { body } = await send(listDuplicates, { params: { id } });
    expect(body.data.map(({ lead }: { lead: { id: string } }) => lead.id)).toEqual(
      model.duplicates(id).map((each) => each.id),
    );
  }
  for (const [id, lead_id] of model.consultations)
    expect((await send(getConsultation, { params: { id } })).body).toMatchObject({ lead_id });
  for (const query of [
    ...EMAILS.map((email) => ({ email, phone: "" })),
    ...PHONES.map((phone) => ({ email: "", phone })),
    { email: EMAILS[0] ?? "", phone: PHONES[1] ?? "" },
  ]) {
    const { body } = await send(lookUpLeads, { query });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
      model.withContact(query).map(({ id }) => id),
    );
  }
};

/** Enough for the number of histories that `PROPERTY_RUNS` sets. */
const TIMEOUT_MILLISECONDS = 1_800_000;

it(
  "lookup, duplicates, leads and consultations match a model after any history",
  async () => {
    const property = fc.asyncProperty(steps, async (history) => {
      await renew();
      const model = newModel();
      for (const contact of [
        { email: EMAILS[0] ?? "", phone: "" },
        { email: "", phone: PHONES[0] ?? "" },
      ])
        await createStep(model, contact);
      for (const { name, numbers } of history) await STEPS[name]?.(chooseBy(numbers))(model);
      await expectAsModel(model);
      await expectConsistentLeads();
    });
    await checkProperty(property, 3);
  },
  TIMEOUT_MILLISECONDS,
);
