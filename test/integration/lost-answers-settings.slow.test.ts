import { beforeAll, describe, expect } from "@jest/globals";
import { handler as getFirm } from "../../functions/firm/get-firm.ts";
import { handler as updateFirm } from "../../functions/firm/update-firm.ts";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as deleteKey } from "../../functions/keys/delete-key.ts";
import { handler as listKeys } from "../../functions/keys/list-keys.ts";
import { handler as updateKey } from "../../functions/keys/update-key.ts";
import { handler as createMember } from "../../functions/members/create-member.ts";
import { handler as getMember } from "../../functions/members/get-member.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as createWebhook } from "../../functions/webhooks/create-webhook.ts";
import { handler as deleteWebhook } from "../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../functions/webhooks/get-webhook.ts";
import { handler as rotateWebhookSecret } from "../../functions/webhooks/rotate-webhook-secret.ts";
import { handler as updateWebhook } from "../../functions/webhooks/update-webhook.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import type { ApiRequest, ApiResponse } from "../support/http-call.ts";
import { createTestKey, readKeyCounts, readStoredKey } from "../support/keys.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { testLateAnswers, testLostAnswers, type WriteOperation } from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const store = useLossyStore();
const firm = useFirm(table, beforeAll);
beforeAll(async () => {
  await Promise.all([firm.addMember(), firm.addMember()]);
});

const IF_FIRST = { headers: { "if-match": '"1"' } };

/** The answer is the document as a GET shows it, with this version. */
const expectDocument =
  (read: typeof getMember, version: number, fields: object = {}) =>
  async ({ body }: ApiResponse) => {
    expect(body).toMatchObject({ version, ...fields });
    const { body: current } = await firm.send(read, { params: { id: body.id } });
    expect(body).toMatchObject(current);
  };
const ofMember = async (request: ApiRequest): Promise<ApiRequest> => {
  const { id } = await firm.addMember();
  return { key: firm.apiKey, params: { id }, ...request };
};
const ofWebhook = async (request: ApiRequest): Promise<ApiRequest> => {
  const { id } = await storeWebhook(table, firm.firmId);
  return { key: firm.apiKey, params: { id }, ...request };
};
const ofKey = async (request: ApiRequest): Promise<ApiRequest> => {
  const { id } = await createTestKey(firm.apiKey, ["leads:read"]);
  return { key: firm.apiKey, params: { id }, ...request };
};

let serial = 0;
const FIRM: readonly WriteOperation[] = [
  [
    "update-firm with holidays",
    updateFirm,
    async () => {
      const { body: current } = await firm.send(getFirm);
      const holidays = [{ start_date: "2055-01-01", end_date: "2055-01-01", name: `Day ${serial++}` }];
      const headers = { "if-match": `"${current.version}"` };
      return { key: firm.apiKey, headers, body: { holidays } };
    },
    async (response, { headers }) => {
      const before = Number(headers?.["if-match"]?.replaceAll('"', ""));
      await expectDocument(getFirm, before + 1)(response);
      const attorney = await readRecord(table, memberRecord(firm.firmId, firm.attorney.id));
      expect(attorney?.minSettingsVersion).toBe(before + 1);
    },
  ],
];

const MEMBERS: readonly WriteOperation[] = [
  [
    "create-member",
    createMember,
    async () => ({ key: firm.apiKey, body: { name: "Pat" } }),
    expectDocument(getMember, 1),
  ],
  [
    "update-member",
    updateMember,
    () => ofMember({ body: { role: "partner" }, ...IF_FIRST }),
    expectDocument(getMember, 2, { role: "partner" }),
  ],
];

const listedKey = async (id: string) => {
  const { body } = await firm.send(listKeys, { query: { limit: "200" } });
  return body.data.find((each: { id: string }) => each.id === id);
};
const expectKey =
  (version: number, fields: object = {}) =>
  async ({ body }: ApiResponse) => {
    const listed = await listedKey(body.id);
    expect(listed).toMatchObject({ version, ...fields });
    expect(body).toMatchObject(listed);
    const { body: all } = await firm.send(listKeys, { query: { limit: "200" } });
    expect(await readKeyCounts(table, firm.firmId)).toEqual([all.data.length, 1]);
  };

const KEYS: readonly WriteOperation[] = [
  [
    "create-key",
    createKey,
    async () => ({ key: firm.apiKey, body: { name: "Key", scopes: ["leads:read"] } }),
    async (response) => {
      await expectKey(1)(response);
      expect(await readStoredKey(table, response.body.key)).toMatchObject({ id: response.body.id });
    },
  ],
  [
    "update-key, its name",
    updateKey,
    () => ofKey({ body: { name: "Other" }, ...IF_FIRST }),
    expectKey(2, { name: "Other" }),
  ],
  [
    "update-key, its scopes",
    updateKey,
    () => ofKey({ body: { scopes: ["leads:write"] }, ...IF_FIRST }),
    expectKey(2, { scopes: ["leads:write"] }),
  ],
  [
    "delete-key",
    deleteKey,
    () => ofKey(IF_FIRST),
    async (_, { params }) => expect(await listedKey(String(params?.id))).toBeUndefined(),
  ],
];

const storedWebhook = (id: unknown) => readRecord(table, webhookRecord(firm.firmId, String(id)));

const WEBHOOKS: readonly WriteOperation[] = [
  [
    "create-webhook",
    createWebhook,
    async () => ({
      key: firm.apiKey,
      body: { url: "https://hooks.invalid/intake", events: ["*"] },
    }),
    expectDocument(getWebhook, 1),
  ],
  [
    "update-webhook",
    updateWebhook,
    () => ofWebhook({ body: { description: "Hook" }, ...IF_FIRST }),
    expectDocument(getWebhook, 2, { description: "Hook" }),
  ],
  [
    "rotate-webhook-secret",
    rotateWebhookSecret,
    () => ofWebhook({}),
    async (response, { params }) => {
      const stored = await storedWebhook(params?.id);
      expect(stored).toMatchObject({ secret: response.body.secret, version: 2 });
      expect(stored?.previousSecrets).toHaveLength(1);
    },
  ],
  [
    "delete-webhook",
    deleteWebhook,
    () => ofWebhook(IF_FIRST),
    async (_, { params }) => expect(await storedWebhook(params?.id)).toBeNull(),
  ],
];

describe("the answer is true and the document is changed once", () => {
  testLostAnswers(store, [...FIRM, ...MEMBERS, ...KEYS, ...WEBHOOKS]);
  testLateAnswers(store, [...MEMBERS, ...WEBHOOKS]);
});
