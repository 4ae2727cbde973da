import { beforeAll, describe, expect, it } from "@jest/globals";
import { definitionOf } from "../support/endpoints.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";
import { MEETING } from "../support/links.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let api: Awaited<ReturnType<typeof everyEndpoint>>;
let ids: Record<"attorney" | "lead" | "consultation" | "delivery", string>;

const send = async (name: string, body: unknown) => {
  const definition = definitionOf(name);
  return api.send(definition, { params: await api.paramsOf(definition), body });
};
const bodyOf = (name: string) => Object(api.requestOf(definitionOf(name)).body);

beforeAll(async () => {
  api = await everyEndpoint(table);
  const { attorney_id, lead_id } = bodyOf("book-consultation");
  const { id: consultation } = (await send("book-consultation", bodyOf("book-consultation"))).body;
  const source = await api.paramsOf(definitionOf("get-source"));
  const [{ id: delivery }] = (await api.send(definitionOf("list-inbound-deliveries"), { params: source }))
    .body.data;
  ids = { attorney: attorney_id, lead: lead_id, consultation, delivery };
});

const padded = (id: string) => ` \t${id.toUpperCase()}\n`;

describe("an id in a body may have white space around it and upper case:", () => {
  it.each<[string, () => object]>([
    ["create-lead", () => ({ assignee_id: padded(ids.attorney) })],
    ["update-lead", () => ({ assignee_id: padded(ids.attorney) })],
    ["merge-lead", () => ({ from: padded(bodyOf("merge-lead").from) })],
    ["create-link", () => ({ attorney_id: padded(ids.attorney) })],
    ["create-link", () => ({ type: undefined, consultation_id: padded(ids.consultation) })],
    ["book-consultation", () => ({ lead_id: padded(ids.lead), attorney_id: padded(ids.attorney) })],
    ["update-consultation", () => ({ attorney_id: padded(ids.attorney) })],
    ["create-hold", () => ({ attorney_id: padded(ids.attorney) })],
    ["create-source", () => ({ default_assignee_id: padded(ids.attorney) })],
    ["update-source", () => ({ default_assignee_id: padded(ids.attorney) })],
    ["preview-inbound-delivery", () => ({ payload: undefined, delivery_id: padded(ids.delivery) })],
    ["update-firm", () => ({ consultation_types: [{ ...MEETING, attorney_ids: [padded(ids.attorney)] }] })],
  ])("%s %#", async (name, changes) => {
    const answer = await send(name, { ...bodyOf(name), ...changes() });
    expect([answer.status, answer.body.error]).toEqual([definitionOf(name).response.status, undefined]);
  });

  it("a hold's", async () => {
    const { start_at, duration_min } = bodyOf("create-hold");
    const slot = { attorney_id: ids.attorney, start_at, duration_min };
    const { body: hold } = await send("create-hold", slot);
    const booking = { ...bodyOf("book-consultation"), ...slot, hold_id: padded(hold.id) };
    const booked = await send("book-consultation", booking);
    expect([booked.status, booked.body.attorney_id]).toEqual([201, ids.attorney]);
  });
});
