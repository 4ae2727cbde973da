import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { batchesOf } from "../../../shared/runtime/collections.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

/** Every name that a JavaScript object, list, function or map has of its own or inherits. */
const NAMES = [
  ...new Set(
    [Object, Array, Function, Map, Promise]
      .flatMap((type) => [type, type.prototype])
      .flatMap((object) => Object.getOwnPropertyNames(object))
      .concat("then", "toJSON", "length", "size", "__proto__"),
  ),
];
const KEYS = NAMES.filter((name) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name));

describe.each(batchesOf(KEYS, LIMITS.customFields).map((keys) => ({ first: keys[0], keys })))(
  "fields called $first and so on",
  ({ keys }) => {
    let key: string;
    beforeAll(async () => {
      ({ apiKey: key } = await newFirm(table));
      const lead_fields = keys.map((name) => ({ key: name, label: name, type: "text" }));
      expect((await call(updateFirm, { key, body: { lead_fields } })).status).toBe(200);
    });

    const valuesOf = (prefix: string) => Object.fromEntries(keys.map((name) => [name, `${prefix} ${name}`]));

    it("are stored, shown, listed, changed and removed", async () => {
      expect((await call(createLead, { key, body: ADA })).body.data).toEqual({});
      const created = await call(createLead, { key, body: { ...ADA, data: valuesOf("a") } });
      expect([created.status, created.body.data]).toEqual([201, valuesOf("a")]);
      const params = { id: created.body.id };
      expect((await call(getLead, { key, params })).body.data).toEqual(valuesOf("a"));
      expect((await call(listLeads, { key })).body.data[0].data).toEqual(valuesOf("a"));
      const changed = await call(updateLead, { key, params, body: { data: valuesOf("b") } });
      expect([changed.status, changed.body.data]).toEqual([200, valuesOf("b")]);
      const removed = Object.fromEntries(keys.map((name) => [name, null]));
      expect((await call(updateLead, { key, params, body: { data: removed } })).body.data).toEqual({});
    });
  },
);
