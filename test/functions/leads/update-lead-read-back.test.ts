import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const create = async (body: unknown = ADA) => (await firm.send(createLead, { body })).body;
const patch = (id: string, body: unknown) => firm.send(updateLead, { params: { id }, body });

describe("what a client reads it may send back:", () => {
  it("a whole lead is no change", async () => {
    const lead = await create();
    const shown = (await firm.send(getLead, { params: { id: lead.id } })).body;
    expect(await patch(lead.id, shown)).toMatchObject({ status: 200, body: shown });
  });

  it.each([
    { email: "ada@example.com", phone: "" },
    { email: "", phone: "+12125550187" },
  ])("the empty contact method of a lead with %j", async (contact) => {
    const lead = await create({ ...ADA, ...contact });
    const empty = Object.fromEntries(Object.entries(contact).filter(([, value]) => value === ""));
    expect(await patch(lead.id, empty)).toMatchObject({ status: 200, body: contact });
  });

  it("a status as a lead shows it moves the lead to that stage", async () => {
    const { id } = await create();
    const moved = await patch(id, { status: { key: "contacted", name: "Contacted" } });
    expect(moved).toMatchObject({ status: 200, body: { status: { key: "contacted", name: "Contacted" } } });
    expect(await patch(id, { status: { key: "nowhere" } })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "status" }] } },
    });
  });

  describe.each(["", " ", "\u200b", null])("a contact method sent as %j", (blank) => {
    it.each([
      ["email", "phone"],
      ["phone", "email"],
    ] as const)("clears the %s as long as the %s remains", async (field, other) => {
      const lead = await create({ ...ADA, phone: "+12125550187" });
      const cleared = await patch(lead.id, { [field]: blank });
      expect(cleared).toMatchObject({ status: 200, body: { [field]: "", [other]: lead[other] } });
      const message = "must not be blank when there is no other contact method";
      const details = ["email", "phone"].map((each) => ({ field: each, message }));
      expect(await patch(lead.id, { [other]: blank })).toMatchObject({
        status: 422,
        body: { error: { details } },
      });
    });
  });

  it("a contact method can replace the other one, but both cannot be cleared", async () => {
    const lead = await create(ADA);
    expect(await patch(lead.id, { email: null, phone: null })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "email" }, { field: "phone" }] } },
    });
    const replaced = await patch(lead.id, { email: null, phone: "+12125550187" });
    expect(replaced).toMatchObject({ status: 200, body: { email: "", phone: "+12125550187" } });
    expect(await patch(lead.id, { first_name: "Eve" })).toMatchObject({
      status: 200,
      body: { first_name: "Eve", phone: "+12125550187" },
    });
  });
});

describe("a new lead", () => {
  it.each([
    [
      { email: null, phone: "+12125550187" },
      { email: "", phone: "+12125550187" },
    ],
    [
      { email: "ada@example.com", phone: null },
      { email: "ada@example.com", phone: "" },
    ],
  ])("with %j lacks what is null", async (contact, expected) => {
    expect(await create({ ...ADA, ...contact })).toMatchObject(expected);
  });

  it("needs a contact method that is not null", async () => {
    const answer = await firm.send(createLead, { body: { ...ADA, email: null, phone: null } });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: "email" }] } } });
  });

  it.each(["\u200b", "\u0000", "\ufeff\u00ad", "\u2800", "\u3164"])("cannot be called %j", async (blank) => {
    const answer = await firm.send(createLead, { body: { ...ADA, first_name: blank, last_name: blank } });
    expect([answer.status, answer.body.error.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ["first_name", "last_name"],
    ]);
  });

  it.each(["first_name", "last_name", "source", "phone"])(
    "has no control characters in %s",
    async (field) => {
      for (const text of ["A\nB", "A\u0000B", "A\u2028B", "A\u007fB"]) {
        const answer = await firm.send(createLead, { body: { ...ADA, [field]: text } });
        expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
      }
    },
  );

  it("has no U+212A for a k in its address", async () => {
    const answer = await firm.send(createLead, { body: { ...ADA, email: "\u212aate@example.com" } });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: "email" }] } } });
  });
});
