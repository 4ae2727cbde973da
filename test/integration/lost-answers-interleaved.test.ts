import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as listKeys } from "../../functions/keys/list-keys.ts";
import { handler as updateKey } from "../../functions/keys/update-key.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as getMember } from "../../functions/members/get-member.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { handler as deleteWebhook } from "../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../functions/webhooks/get-webhook.ts";
import { handler as updateWebhook } from "../../functions/webhooks/update-webhook.ts";
import type { ApiRequest, ApiResponse, call } from "../support/http-call.ts";
import { createTestKey } from "../support/keys.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { expectDistinctChanges } from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
const firm = useFirm(table, beforeAll);

type Handler = Parameters<typeof call>[0];
type Step = { readonly handler: Handler; readonly request?: ApiRequest };

/** Two callers' changes of one record: what each sends, and what the record shows after the second one's. */
type Interleaving = {
  readonly name: string;
  readonly create: () => Promise<string>;
  readonly first: Step;
  readonly second: Step;
  readonly shown: (id: string) => Promise<object>;
  readonly result: object;
};

const send = (id: string, { handler, request }: Step) =>
  firm.send(handler, { ...(id && { params: { id } }), ...request });

type FirstTry = "answer lost" | "never arrives";

/** Sends the first change; the others are acknowledged before its repeat reaches the store. */
const interleave = async (
  id: string,
  first: Step,
  others: readonly Step[],
  firstTry: FirstTry,
): Promise<ApiResponse> => {
  const sendOthers = async () => {
    for (const other of others) expect(await send(id, other)).toMatchObject({ status: 200 });
  };
  const beforeTry: Record<string, () => Promise<void>> = {
    "write 1, try 1": async () => {
      if (firstTry === "never arrives") throw new Error("not forwarded");
    },
    "write 1, try 2": sendOthers,
  };
  store.reset({
    before: ({ position, attempt }) => beforeTry[`write ${position}, try ${attempt}`]?.(),
    loses: ({ position, attempt }) => position === 1 && attempt === 1,
  });
  const response = await send(id, first);
  store.reset();
  return response;
};

const IF_FIRST = { "if-match": '"1"' };
const patch = (handler: Handler, body: object, headers: Record<string, string> = {}): Step => ({
  handler,
  request: { body, headers },
});

const shownBy = (handler: Handler) => async (id: string) =>
  (await firm.send(handler, { params: { id } })).body;
const shownKey = async (id: string) => {
  const { data }: { data: { id: string }[] } = (await firm.send(listKeys)).body;
  return data.find((key) => key.id === id) ?? {};
};

const LEADS: readonly Interleaving[] = [
  {
    name: "a lead's field",
    shown: shownBy(getLead),
    create: async () => (await firm.putLead()).id,
    first: patch(updateLead, { first_name: "Ann" }),
    second: patch(updateLead, { first_name: "Bob" }),
    result: { first_name: "Bob" },
  },
];

const newKey = async () => (await createTestKey(firm.apiKey, ["leads:read"])).id;
const SETTINGS: readonly Interleaving[] = [
  {
    name: "a member",
    shown: shownBy(getMember),
    create: async () => (await firm.addMember()).id,
    first: patch(updateMember, { role: "first" }, IF_FIRST),
    second: patch(updateMember, { role: "second" }),
    result: { role: "second" },
  },
  {
    name: "a webhook endpoint",
    shown: shownBy(getWebhook),
    create: async () => (await storeWebhook(table, firm.firmId)).id,
    first: patch(updateWebhook, { description: "first" }, IF_FIRST),
    second: patch(updateWebhook, { description: "second" }),
    result: { description: "second" },
  },
  {
    name: "a key's name",
    shown: shownKey,
    create: newKey,
    first: patch(updateKey, { name: "first" }, IF_FIRST),
    second: patch(updateKey, { name: "second" }),
    result: { name: "second" },
  },
  {
    name: "a key's name, then its scopes",
    shown: shownKey,
    create: newKey,
    first: patch(updateKey, { name: "first" }, IF_FIRST),
    second: patch(updateKey, { scopes: ["leads:write"] }),
    result: { name: "first", scopes: ["leads:write"] },
  },
];

describe("another caller's change, acknowledged before the repeat of a lost one", () => {
  it.each([...LEADS, ...SETTINGS].map((each) => [each.name, each] as const))(
    "stays: %s",
    async (_, { create, first, second, shown, result }) => {
      const id = await create();
      expect((await interleave(id, first, [second], "answer lost")).status).toBe(200);
      expect(await shown(id)).toMatchObject(result);
    },
  );

  it("stays, however many changes of a lead there were", async () => {
    const { id } = await firm.putLead();
    const others = ["1", "2", "3", "4"].map((value) => patch(updateLead, { first_name: value }));
    const response = await interleave(id, patch(updateLead, { first_name: "first" }), others, "answer lost");
    expect(response).toMatchObject({ status: 200, body: { first_name: "first" } });
    expect((await firm.send(getLead, { params: { id } })).body.first_name).toBe("4");
  });

  it("stays: the firm, with If-Match", async () => {
    const { version } = (await firm.send(getFirm)).body;
    const first = patch(updateFirm, { name: "First" }, { "if-match": `"${version}"` });
    const response = await interleave("", first, [patch(updateFirm, { name: "Second" })], "answer lost");
    expect(response).toMatchObject({ status: 200, body: { name: "First", version: version + 1 } });
    expect((await firm.send(getFirm)).body).toMatchObject({
      name: "Second",
      version: version + 2,
    });
  });

  it("comes first when the lost one never reached the store", async () => {
    const { id } = await firm.putLead();
    const second = patch(updateLead, { first_name: "Bob" });
    const response = await interleave(
      id,
      patch(updateLead, { first_name: "Ann" }),
      [second],
      "never arrives",
    );
    expect(response).toMatchObject({ status: 200, body: { first_name: "Ann" } });
  });

  it.each(SETTINGS.map((each) => [each.name, each] as const))(
    "makes the repeat a version_conflict when the lost one never reached the store: %s",
    async (_, { create, first, second }) => {
      const response = await interleave(await create(), first, [second], "never arrives");
      expect(response).toMatchObject({ status: 409, body: { error: { code: "version_conflict" } } });
    },
  );

  it("makes the repeat of a deletion that never reached the store a version_conflict", async () => {
    const { id } = await storeWebhook(table, firm.firmId);
    const first = { handler: deleteWebhook, request: { headers: IF_FIRST } };
    const second = patch(updateWebhook, { description: "second" });
    expect(await interleave(id, first, [second], "never arrives")).toMatchObject({ status: 409 });
    expect((await firm.send(getWebhook, { params: { id } })).status).toBe(200);
  });
});

it("a deletion is answered 404 when another caller deletes the endpoint before its first try", async () => {
  const { id } = await storeWebhook(table, firm.firmId);
  const remove = { handler: deleteWebhook };
  let other: ApiResponse | undefined;
  store.reset({
    before: async ({ position }) => {
      if (position === 1) other = await send(id, remove);
    },
  });
  expect([(await send(id, remove)).status, other?.status]).toEqual([404, 204]);
});

it("every change is in the stream once", () => expectDistinctChanges(table));
