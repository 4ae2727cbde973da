import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);

const create = (url: unknown) => firm.send(createWebhook, { body: { url, events: ["*"] } });

const INVISIBLE = ["", " ", "\u00a0", "\ufeff", "\u2003", "\u2028", "\t", "\n"];
const FORBIDDEN = [
  "ftp://hooks.invalid/",
  "javascript:alert(1)",
  "http://hooks.invalid/",
  "https://user:pw@hooks.invalid/",
  "https://169.254.169.254/",
  "https://0xa9fea9fe/",
  "https://[::1]/",
  "file:///etc/passwd",
];

describe("a webhook's address", () => {
  it.each(FORBIDDEN)("%s is rejected, whatever stands before and behind it", async (url) => {
    const { id } = await storeWebhook(table, firm.firmId);
    for (const space of INVISIBLE) {
      for (const input of [space + url, url + space]) {
        const details = [{ field: "url", message: expect.any(String) }];
        expect(await create(input)).toMatchObject({ status: 422, body: { error: { details } } });
        const patched = await firm.send(updateWebhook, { params: { id }, body: { url: input } });
        expect(patched).toMatchObject({ status: 422, body: { error: { details } } });
      }
    }
  });

  it.each([
    "https://hooks.in\nvalid/",
    "https://hooks.invalid/a\r\nb",
    "https://hooks.invalid/\u2028b",
    "ht\ttps://a.invalid",
  ])("with a line break or control character within is rejected: %j", async (url) => {
    expect((await create(url)).status).toBe(422);
  });

  it.each([
    ["\u00a0HTTPS://Hooks.Invalid:443/a b?c#d ", "https://hooks.invalid/a%20b?c#d"],
    ["https://hooks.invalid", "https://hooks.invalid/"],
    ["https://hooks.invalid/../x/./y", "https://hooks.invalid/x/y"],
  ])("%j is stored as the URL that is connected to", async (input, stored) => {
    expect(await create(input)).toMatchObject({ status: 201, body: { url: stored } });
  });

  it("is measured as it is stored", async () => {
    const prefix = "https://hooks.invalid/";
    const response = await create(prefix + "é".repeat(329));
    expect([response.status, response.body.url.length]).toEqual([201, prefix.length + 329 * 6]);
    expect(await create(prefix + "é".repeat(340))).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "url", message: "must have at most 2000 characters" }] } },
    });
  });
});
