import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { readGuides } from "../../../../lib/documents/pages/guides.ts";
import { newWebhookSecret, webhookHeaders } from "../../../../shared/webhooks/sign-webhook.ts";

const [, VERIFY = ""] = /```python\n([\s\S]*?)```/.exec(readGuides()["webhooks.md"] ?? "") ?? [];

const SCRIPT = `${VERIFY}
import json, sys
request = json.load(sys.stdin)
print(verify(request["secret"], request["headers"], request["body"].encode()))
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Returns the guide's function's verdict on a request. */
const verified = (request: { secret: string; headers: Record<string, string | undefined>; body: string }) =>
  execFileSync("python3", ["-c", SCRIPT], { input: JSON.stringify(request), encoding: "utf8" }).trim();

(hasPython ? describe : describe.skip)(
  "the verification of webhooks in Python, as the guide shows it",
  () => {
    const [secret, newer] = [newWebhookSecret(), newWebhookSecret()];
    const body = JSON.stringify({ type: "lead.created", data: { last_name: "Müller" } });
    const signed = (secrets: string[], nowMilliseconds = Date.now()) =>
      webhookHeaders({ id: "019a4a1e", webhookId: "019a4a0b", body }, secrets, nowMilliseconds);

    const headers = signed([secret]);
    const unversioned = headers["webhook-signature"]?.replace("v1,", "");

    it("accepts requests of the service, also during a rotation", () => {
      expect(verified({ secret, headers: signed([secret]), body })).toBe("True");
      expect(verified({ secret, headers: signed([newer, secret]), body })).toBe("True");
    });

    it.each([
      ["another body", { secret, headers: signed([secret]), body: `${body} ` }],
      ["another secret", { secret: newer, headers: signed([secret]), body }],
      ["an old time", { secret, headers: signed([secret], Date.now() - 301_000), body }],
      ["no headers", { secret, headers: {}, body }],
    ])("refuses %s", (_, request) => {
      expect(verified(request)).toBe("False");
    });

    it.each([
      ["a time without digits", { "webhook-timestamp": "abc" }],
      ["a time of other digits", { "webhook-timestamp": "²" }],
      ["a time of too many digits", { "webhook-timestamp": "9".repeat(5_000) }],
      ["an id that is no text", { "webhook-id": "\uDCFF" }],
      ["a signature of other letters", { "webhook-signature": "v1,é" }],
      ["a signature without its version", { "webhook-signature": unversioned }],
    ])("refuses %s", (_, changed) => {
      expect(verified({ secret, headers: { ...headers, ...changed }, body })).toBe("False");
    });
  },
);
