import { describe, expect, it } from "@jest/globals";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { webhook } from "../../../shared/webhooks/webhook.contract.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const NEW = { url: "https://hooks.invalid/intake", events: ["lead.created"] };
const create = (body: unknown, by = firm.apiKey) => call(createWebhook, { key: by, body });
const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("GET /api/webhooks", () => {
  it("returns endpoints page by page, newest first, without secrets", async () => {
    for (const url of ["a", "b", "c"]) await create({ ...NEW, url: `https://${url}.invalid/` });
    const pages = await readAllPages(listWebhooks, { key: firm.apiKey, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 1]);
    const { body } = await firm.send(listWebhooks);
    expect(page(webhook()).parse(body)).toEqual(body);
    expect(body.data.map(({ url }: { url: string }) => url[8])).toEqual(["c", "b", "a"]);
    expect(JSON.stringify(body)).not.toContain("whsec_");
  });

  it("shows when an endpoint started to fail and why it was disabled", async () => {
    const { id } = await store({
      enabled: false,
      disabledReason: "Gone.",
      failingSinceMilliseconds: 1_700_000_000_000,
    });
    expect((await get(id)).body).toMatchObject({
      enabled: false,
      disabled_reason: "Gone.",
      failing_since: "2023-11-14T22:13:20.000Z",
    });
  });
});
