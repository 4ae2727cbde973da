import { describe, expect, it } from "@jest/globals";
import { handler as merge } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as archive } from "../../../functions/leads/archive-lead.ts";
import { handler as create } from "../../../functions/leads/create-lead.ts";
import { handler as get } from "../../../functions/leads/get-lead.ts";
import { handler as duplicates } from "../../../functions/leads/list-duplicates.ts";
import { handler as list } from "../../../functions/leads/list-leads.ts";
import { handler as lookUp } from "../../../functions/leads/look-up-leads.ts";
import { handler as unarchive } from "../../../functions/leads/unarchive-lead.ts";
import { handler as patch } from "../../../functions/leads/update-lead.ts";
import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const SENT = [
  {
    role: "adverse",
    name: " Acme Inc. ",
    aliases: ["Acme Trading"],
    email: "Office@Acme.example",
    phone: "(212) 555-0188",
  },
  { role: "related", name: "Eve Lovelace" },
];
const STORED = [
  {
    role: "adverse",
    name: "Acme Inc.",
    aliases: ["Acme Trading"],
    email: "office@acme.example",
    phone: "+12125550188",
  },
  { role: "related", name: "Eve Lovelace", aliases: [], email: "", phone: "" },
];

const createdLead = async (parties?: unknown) =>
  (await firm.send(create, { body: { ...ADA, parties } })).body;
const change = (id: string, body: object) => firm.send(patch, { params: { id }, body });

describe("the parties of a lead", () => {
  it("are null until they are sent; an empty list says that there are none", async () => {
    const { id, parties } = await createdLead();
    expect(parties).toBeNull();
    expect((await change(id, { parties: [] })).body.parties).toEqual([]);
    expect((await change(id, { parties: null })).body.parties).toBeNull();
  });

  it("are stored normalized like the lead's own name, address and number, and a PATCH replaces them", async () => {
    const { id, parties } = await createdLead(SENT);
    expect(parties).toEqual(STORED);
    expect((await firm.send(get, { params: { id } })).body.parties).toEqual(STORED);
    const { body } = await change(id, { parties: SENT.slice(1) });
    expect(body.parties).toEqual(STORED.slice(1));
    expect((await change(id, { first_name: "Augusta" })).body.parties).toEqual(STORED.slice(1));
  });

  it("stay without a change when they are sent again", async () => {
    const { id } = await createdLead(SENT);
    const before = await firm.storedLead(id);
    await change(id, { parties: SENT });
    await change(id, { parties: STORED });
    expect(await firm.storedLead(id)).toEqual(before);
  });

  it.each<[string, unknown, object[]]>([
    [
      "each field that is wrong",
      [
        { role: "adverse", name: "Acme" },
        { role: "foe", name: " ", aliases: ["a", "b", "c"], email: "acme", phone: "1".repeat(41) },
        { aliases: [" "], unknown: 1 },
      ],
      [
        { field: "parties[1].role", message: "must be one of: alias, adverse, related" },
        { field: "parties[1].name", message: "is required" },
        { field: "parties[1].aliases", message: "must have at most 2 entries" },
        { field: "parties[1].email", message: "must be an email address" },
        { field: "parties[1].phone", message: "must have at most 40 characters" },
        { field: "parties[2].role", message: "is required" },
        { field: "parties[2].name", message: "is required" },
        { field: "parties[2].aliases[0]", message: "must not be blank" },
      ],
    ],
    [
      "more than 20",
      Array(21).fill({ role: "adverse", name: "Acme" }),
      [{ field: "parties", message: "must have at most 20 entries" }],
    ],
    ["what is no list", "Acme", [{ field: "parties", message: "must be a list" }]],
  ])("are refused, and nothing is written, for %s", async (_, parties, details) => {
    expect((await firm.send(create, { body: { ...ADA, parties } })).body.error.details).toEqual(details);
    const { id } = await firm.putLead({});
    const before = await firm.storedLead(id);
    expect((await change(id, { parties })).body.error.details).toEqual(details);
    expect(await firm.storedLead(id)).toEqual(before);
  });
});

describe("a key without conflicts:read", () => {
  const withoutScope = () => firm.addKey({ scopes: SCOPES.filter((scope) => scope !== "conflicts:read") });

  it("may send parties, and is shown none in any answer", async () => {
    const key = await withoutScope();
    const headers = { "idempotency-key": "a" };
    const body = { ...ADA, parties: SENT };
    const { id } = await createdLead(SENT);
    const [params, other] = [{ id }, (await createdLead(SENT)).id];
    const answers = [
      await firm.send(create, { key, headers, body }),
      await firm.send(create, { key, headers, body }),
      await firm.send(patch, { key, params, body: { first_name: "Augusta" } }),
      await firm.send(patch, { key, params, body: { parties: STORED } }),
      await firm.send(get, { key, params }),
      await firm.send(list, { key }),
      await firm.send(list, { key, query: { ids: id } }),
      await firm.send(lookUp, { key, query: { email: ADA.email } }),
      await firm.send(duplicates, { key, params }),
      await firm.send(archive, { key, params }),
      await firm.send(unarchive, { key, params }),
      await firm.send(merge, { key, params, body: { from: other } }),
    ];
    for (const { status, body } of answers) {
      expect([200, 201]).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(/parties|acme/i);
    }
    expect((await firm.send(get, { params })).body.parties).toEqual(STORED);
  });

  it("is shown none by the repeat of a creation whose key could read them, and the other way round", async () => {
    const headers = { "idempotency-key": "a" };
    const body = { ...ADA, parties: SENT };
    await firm.send(create, { headers, body });
    const repeat = await firm.send(create, { key: await withoutScope(), headers, body });
    expect([repeat.headers["idempotent-replayed"], "parties" in repeat.body]).toEqual(["true", false]);
    expect((await firm.send(create, { headers, body })).body.parties).toEqual(STORED);
  });
});
