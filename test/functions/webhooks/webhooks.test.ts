import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as deleteWebhook } from "../../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const NEW = { url: "https://hooks.invalid/intake", events: ["lead.created"] };
const create = (body: unknown) => firm.send(createWebhook, { body });
const get = (id: string) => firm.send(getWebhook, { params: { id } });
const patch = (id: string, body: unknown) => firm.send(updateWebhook, { params: { id }, body });

describe("POST /api/webhooks", () => {
  it("creates an endpoint, returns its secret only once, shows its headers masked, and deletes it", async () => {
    const response = await create({ ...NEW, headers: { Authorization: "Bearer letmein" } });
    expect(response.status).toBe(201);
    const { secret, warnings: _, ...shown } = response.body;
    expect(shown).toMatchObject({
      ...NEW,
      headers: { Authorization: "********" },
      enabled: true,
      version: 1,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(() => new Webhook(secret).sign("id", new Date(), "{}")).not.toThrow();
    expect((await get(shown.id)).body).toEqual(shown);
    const changed = await patch(shown.id, { description: "x", headers: shown.headers });
    const { body } = await firm.send(listWebhooks);
    expect(body.data).toMatchObject([{ ...shown, description: "x", version: 2 }]);
    expect(JSON.stringify([shown, changed, body])).not.toMatch(/whsec_|letmein/);
    const remove = () => firm.send(deleteWebhook, { params: { id: shown.id } });
    expect(await remove()).toMatchObject({ status: 204, body: undefined });
    expect([(await remove()).status, (await get(shown.id)).status]).toEqual([404, 404]);
  });

  it("rejects a name that resolves to loopback", async () => {
    const response = await create({ ...NEW, url: "https://localhost/" });
    expect([response.status, violationFields(response)]).toEqual([422, ["url"]]);
  });

  it("warns of a host that does not resolve, and of no other", async () => {
    const unresolved = await create(NEW);
    expect([unresolved.status, unresolved.body.warnings]).toEqual([
      201,
      [expect.stringMatching(/^The host hooks\.invalid does not resolve/)],
    ]);
    expect((await get(unresolved.body.id)).body).not.toHaveProperty("warnings");
    const resolved = await create({ ...NEW, url: "https://93.184.215.14/" });
    expect(resolved.status).toBe(201);
    expect(resolved.body).not.toHaveProperty("warnings");
  });
});

describe("GET /api/webhooks", () => {
  it("returns endpoints page by page, newest first, without secrets", async () => {
    for (const url of ["a", "b", "c"]) await create({ ...NEW, url: `https://${url}.invalid/` });
    const pages = await readAllPages(listWebhooks, { key: firm.apiKey, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 1]);
    const { body } = await firm.send(listWebhooks);
    expect(body.data.map(({ url }: { url: string }) => url[8])).toEqual(["c", "b", "a"]);
    expect(JSON.stringify(body)).not.toContain("whsec_");
  });
});
