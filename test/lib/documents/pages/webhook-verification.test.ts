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
const verified = (request: { secret: string; headers: Record<string, string>; body: string }) =>
  execFileSync("python3", ["-c", SCRIPT], { input: JSON.stringify(request), encoding: "utf8" }).trim();

(hasPython ? describe : describe.skip)(
  "the verification of webhooks in Python, as the guide shows it",
  () => {
    const [secret, newer] = [newWebhookSecret(), newWebhookSecret()];
    const body = JSON.stringify({ type: "lead.created", data: { last_name: "Müller" } });
    const signed = (secrets: string[], nowMilliseconds = Date.now()) =>
      webhookHeaders({ id: "019a4a1e", webhookId: "019a4a0b", body }, secrets, nowMilliseconds);

    it("accepts requests of the service, also during a rotation", () => {
      expect(verified({ secret, headers: signed([secret]), body })).toBe("True");
      expect(verified({ secret, headers: signed([newer, secret]), body })).toBe("True");
    });

    it.each([
      ["another body", { secret, headers: signed([secret]), body: `${body} ` }],
      ["another secret", { secret: newer, headers: signed([secret]), body }],
      ["an old time", { secret, headers: signed([secret], Date.now() - 301_000), body }],
    ])("refuses %s", (_, request) => {
      expect(verified(request)).toBe("False");
    });
  },
);
