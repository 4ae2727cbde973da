import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getMe } from "../../functions/keys/get-me.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as createSignInLink } from "../../functions/people/create-sign-in-link.ts";
import { exportFirm } from "../../shared/firm/export-firm.ts";
import { disableFirm } from "../../shared/firm/set-firm-state.ts";
import { memberSessionsRecord } from "../../shared/members/member-sessions.store.ts";
import { commit } from "../../shared/table/commit.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { throwFault } from "../../shared/table/record-fault.ts";
import { apiKeyRecordKey, memberSessionsKey, sha256 } from "../../shared/table/record-keys.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";
import { call } from "../support/http-call.ts";
import { readStoredKey } from "../support/keys.ts";
import { tokenOf } from "../support/links.ts";
import { scanItems } from "../support/scan-table.ts";
import {
  cookieOf,
  fromDesk,
  meOf,
  newToken,
  outcomeOf,
  sessionsOf,
  signIn,
  signOut,
  useToken,
} from "../support/sessions.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
let member: string;
beforeEach(async () => {
  member = (await firm.addMember({ access: "work" })).id;
});

const link = () => newToken(firm.apiKey, member);
const signedIn = () => signIn(firm.apiKey, member);
const change = (body: object) => firm.send(updateMember, { params: { id: member }, body });
const listed = () => readRecord(table, memberSessionsRecord(firm.firmId, member));
const secretOf = (cookie: string) => cookie.replace(/^.*=/, "");

/** Returns the keys of sessions and links of the firm that are stored, and those that the member's item names. */
const keysOf = async () => {
  const items = await scanItems(table);
  const stored = items
    .filter(({ firmId, kind }) => firmId === firm.firmId && (kind === "session" || kind === "sign_in"))
    .map(({ pk }) => String(pk).replace("KEY#", ""));
  const { link: stays, sessions } = await listed();
  const named = [...(stays ? [stays] : []), ...sessions].map((each) => each.sha256);
  return [stored.toSorted(), named.toSorted()];
};

/** Expects that no key is stored that nothing names, and the other way round. */
const expectAgreement = async () => {
  const [stored, named] = await keysOf();
  expect(stored).toEqual(named);
};

describe("at the same time", () => {
  it("uses of one token leave one session, that of the last", async () => {
    const token = await link();
    const answers = await Promise.all(Array.from({ length: 4 }, () => useToken(token)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const alive = await Promise.all(answers.map((answer) => meOf(cookieOf(answer))));
    expect(alive.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect((await listed()).sessions).toHaveLength(1);
    await expectAgreement();
  });

  it.each([{ active: false }, { access: "read" }])(
    "a sign-in and a change to %j leave no session",
    async (body) => {
      for (let round = 0; round < 5; round++) {
        await change({ access: "work", active: true });
        const token = await link();
        const [answer] = await Promise.all([useToken(token), change(body)]);
        expect([201, "invalid_key"]).toContain(outcomeOf(answer));
        expect(await listed()).toMatchObject({ link: null, sessions: [] });
        await expectAgreement();
      }
    },
  );

  it("a new link and a deactivation leave no link that works", async () => {
    const [answer] = await Promise.all([
      firm.send(createSignInLink, { params: { id: member } }),
      change({ active: false }),
    ]);
    if (answer.status === 201)
      expect(outcomeOf(await useToken(tokenOf(answer.body.url)))).toBe("invalid_key");
    else expect(answer.status).toBe(422);
    expect((await listed()).link).toBeNull();
    await expectAgreement();
  });

  it("two further sign-ins of a member with ten sessions leave ten", async () => {
    for (let n = 0; n < 9; n++) await signedIn();
    const first = await link();
    expect((await useToken(first)).status).toBe(201);
    expect(await sessionsOf(firm.apiKey, member)).toHaveLength(10);
    const token = await link();
    await Promise.all([useToken(token), useToken(token)]);
    expect((await listed()).sessions).toHaveLength(10);
    await expectAgreement();
  });

  it("two sign-ins of another member in one browser end the session that it had", async () => {
    const cookie = await signedIn();
    const { id: other } = await firm.addMember({ access: "work" });
    const token = await newToken(firm.apiKey, other);
    const answers = await Promise.all([useToken(token, fromDesk(cookie)), useToken(token, fromDesk(cookie))]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await readStoredKey(table, secretOf(cookie))).toBeUndefined();
    expect(await listed()).toMatchObject({ link: null, sessions: [] });
    expect(await sessionsOf(firm.apiKey, other)).toHaveLength(1);
  });

  it("a request and signing out end in a session that is gone", async () => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    const [me] = await Promise.all([call(getMe, fromDesk(cookie)), signOut(cookie), signOut(cookie)]);
    expect([200, 401]).toContain(me.status);
    expect(await readStoredKey(table, secretOf(cookie))).toBeUndefined();
    advanceDate(10_000);
    expect(await meOf(cookie)).toBe("invalid_key");
    await expectAgreement();
  });
});

it("signing out leaves nothing of a member whose firm is erased meanwhile", async () => {
  const cookie = await signedIn();
  const key = memberSessionsKey(firm.firmId, member);
  interceptStoreCalls(async ({ name, input, send }) => {
    if (name === "Get" && Object(input.Key).sk === key.sk)
      await commit(table, [
        { Delete: { Key: apiKeyRecordKey(sha256(secretOf(cookie))) } },
        { Delete: { Key: key } },
      ]);
    return send();
  });
  expect((await signOut(cookie)).status).toBe(204);
  expect((await scanItems(table)).filter(({ sk }) => sk === key.sk)).toEqual([]);
});

it("a disabled firm's sessions and links are refused, and none is made", async () => {
  fakeDate(Date.now());
  const [cookie, token] = [await signedIn(), await link()];
  await disableFirm(table, { firmId: firm.firmId, nowMilliseconds: Date.now() });
  advanceDate(10_000);
  expect([await meOf(cookie), outcomeOf(await useToken(token))]).toEqual(["key_disabled", "key_disabled"]);
});

it("an export has a member's sessions without hashes of their keys", async () => {
  const [cookie, token] = [await signedIn(), await link()];
  const records = [];
  for await (const page of exportFirm(table, firm.firmId, throwFault)) records.push(...page.records);
  const kinds = records.map(({ record }) => record);
  expect(kinds).toContain("member_sessions");
  const text = JSON.stringify(records);
  for (const secret of [secretOf(cookie), token]) expect(text).not.toContain(sha256(secret));
});
