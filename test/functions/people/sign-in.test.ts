import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as routeNotFound } from "../../../functions/fallback/route-not-found.ts";
import { handler as createKey } from "../../../functions/keys/create-key.ts";
import { handler as getMe } from "../../../functions/keys/get-me.ts";
import { handler as listKeys } from "../../../functions/keys/list-keys.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as createSignInLink } from "../../../functions/people/create-sign-in-link.ts";
import { handler as endSession } from "../../../functions/people/end-session.ts";
import { handler as listSessions } from "../../../functions/people/list-sessions.ts";
import { scopesOfAccess } from "../../../shared/api/access.ts";
import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import { memberSessionsKey } from "../../../shared/table/record-keys.ts";
import { useLog } from "../../support/capture-log.ts";
import { changeWithinRead } from "../../support/changes-between-calls.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call, httpEvent, lambdaContext } from "../../support/http-call.ts";
import { createTestKey } from "../../support/keys.ts";
import { ADA } from "../../support/leads.ts";
import { scanItems } from "../../support/scan-table.ts";
import {
  cookieOf,
  DESK,
  fromDesk,
  meOf,
  newToken,
  outcomeOf,
  sessionsOf,
  signIn,
  signOut,
  useToken,
} from "../../support/sessions.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const lines = useLog();
let member: string;
beforeEach(async () => {
  member = (await firm.addMember({ name: "Dana", access: "work" })).id;
});

const link = () => newToken(firm.apiKey, member);
const signedIn = (body?: object) => signIn(firm.apiKey, member, body);
const change = (body: object, key = firm.apiKey, id = member) =>
  firm.send(updateMember, { key, params: { id }, body });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("signing in", () => {
  it("makes a session whose cookie is the member's key, and shows it nowhere else", async () => {
    const answer = await useToken(await link(), { headers: { ...DESK, "user-agent": "Firefox".repeat(40) } });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        firm: { id: firm.firmId, name: "Test Law", time_zone: "America/New_York" },
        key: {
          id: expect.any(String),
          name: null,
          scopes: scopesOfAccess("work"),
          requests_per_minute: 600,
          api_version: "2026-11-01",
        },
        member: { id: member, name: "Dana", access: "work" },
      },
    ]);
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^intake_session=itm_\w{49}; Path=\/api; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const cookie = cookieOf(answer);
    expect((await call(getMe, fromDesk(cookie))).body).toEqual(answer.body);
    expect((await call(listLeads, fromDesk(cookie))).status).toBe(200);
    const [session, ...others] = await sessionsOf(firm.apiKey, member);
    expect([session, others]).toMatchObject([
      { id: answer.body.key.id, browser: "Firefox".repeat(40).slice(0, 200) },
      [],
    ]);
    const { body: keys } = await firm.send(listKeys);
    expect(JSON.stringify(keys)).not.toContain(answer.body.key.id);
    const secret = cookie.replace(/^.*=/, "");
    expect(JSON.stringify([await scanItems(table), lines])).not.toContain(secret);
  });

  it("is by the member in events, whatever a body says", async () => {
    const { body } = await call(createLead, { ...fromDesk(await signedIn()), body: { ...ADA, actor: "x" } });
    const stored = await firm.storedLead(body.id);
    expect(stored?.actor).toEqual({ type: "member", id: member });
  });

  it("keeps the browser signed in only if it was asked to", async () => {
    const { cookies } = await useToken(await link(), { body: { keep: true } });
    expect(cookies?.[0]).toContain("; Max-Age=15552000");
    expect(outcomeOf(await useToken(await link(), { body: { keep: "yes" } }))).toBe("invalid_request");
  });
});

describe("a cookie", () => {
  it.each<[string, (cookie: string) => Parameters<typeof call>[1], string]>([
    ["from a form of another origin, without the header", (cookie) => ({ cookies: [cookie] }), "missing_key"],
    [
      "with another value of the header",
      (cookie) => ({ cookies: [cookie], headers: { "intake-desk": "1,1" } }),
      "missing_key",
    ],
    [
      "beside an Authorization",
      (cookie) => ({ ...fromDesk(cookie), headers: { ...DESK, authorization: "Bearer x" } }),
      "invalid_key",
    ],
    [
      "beside an empty Authorization",
      (cookie) => ({ ...fromDesk(cookie), headers: { ...DESK, authorization: "" } }),
      "missing_key",
    ],
    [
      "beside a key in the address",
      (cookie) => ({ ...fromDesk(cookie), query: { key: "x" } }),
      "missing_key",
    ],
    ["that is no session", () => fromDesk("intake_session=itk_x"), "invalid_key"],
    ["with more behind it", (cookie) => fromDesk(`${cookie}=x`), "invalid_key"],
    ["that is an API key", () => fromDesk(`intake_session=${firm.apiKey}`), "invalid_key"],
    [
      "beside another of its name, which another host set",
      (cookie) => fromDesk("intake_session=x", cookie),
      "invalid_key",
    ],
    ["of another name", (cookie) => fromDesk(cookie.replace("=", "2=")), "missing_key"],
    ["sent as a Bearer key", (cookie) => ({ key: cookie.replace(/^.*=/, "") }), "invalid_key"],
  ])("opens nothing %s", async (_, request, code) => {
    expect(outcomeOf(await call(listLeads, request(await signedIn())))).toBe(code);
  });

  it("opens nothing by a fetch of another origin, since no preflight allows the header", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-headers": "intake-desk" };
    const preflights = [
      await routeNotFound(
        { ...httpEvent({ method: "OPTIONS", headers }), rawPath: "/api/leads" },
        lambdaContext(),
      ),
      await createLead(httpEvent({ method: "OPTIONS", headers }), lambdaContext()),
    ];
    for (const { headers: allowed = {} } of preflights)
      expect(Object.keys(allowed).map((name) => name.toLowerCase())).not.toContain(
        "access-control-allow-headers",
      );
  });

  it("of a session whose limit is used up is refused like a key", async () => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    let last = await call(getMe, fromDesk(cookie));
    for (let n = 1; n <= 600; n++) last = await call(getMe, fromDesk(cookie));
    expect([last.status, last.headers["ratelimit-policy"]]).toEqual([429, '"requests";q=600;w=60']);
  });
});

describe("the token of a sign-in link", () => {
  it("works nowhere but where a member signs in, where no other key works", async () => {
    const token = await link();
    expect(outcomeOf(await call(getMe, { key: token }))).toBe("invalid_key");
    expect(outcomeOf(await useToken(firm.apiKey))).toBe("insufficient_scope");
    expect(outcomeOf(await call(getMe, fromDesk(`intake_session=${token}`)))).toBe("invalid_key");
    expect((await useToken(token)).status).toBe(201);
  });

  it("works again for ten minutes, since an answer may be lost, and each use ends the session before", async () => {
    fakeDate(Date.now());
    const token = await link();
    const first = cookieOf(await useToken(token));
    advanceDate(10 * MINUTE - SECOND);
    const second = cookieOf(await useToken(token));
    advanceDate(5 * SECOND);
    expect([await meOf(first), await meOf(second)]).toEqual(["invalid_key", 200]);
    expect(outcomeOf(await useToken(token))).toBe("invalid_key");
    expect(await sessionsOf(firm.apiKey, member)).toHaveLength(1);
  });

  it("is good for seven days", async () => {
    fakeDate(Date.now());
    const [one, other] = [
      await link(),
      await newToken(firm.apiKey, (await firm.addMember({ access: "read" })).id),
    ];
    advanceDate(7 * DAY - SECOND);
    expect((await useToken(one)).status).toBe(201);
    advanceDate(SECOND);
    expect(outcomeOf(await useToken(other))).toBe("invalid_key");
    advanceDate(9 * MINUTE);
    expect((await useToken(one)).status).toBe(201);
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ["after a new link", () => link()],
    ["of a deactivated member", () => change({ active: false })],
    ["of one whose access is another", () => change({ access: "read" })],
    [
      "of one whose access came back",
      async () => [await change({ access: null }), await change({ access: "work" })],
    ],
    ["after its session signed out", async (token) => signOut(cookieOf(await useToken(token)))],
  ])("ends %s", async (_, end) => {
    const token = await link();
    await end(token);
    expect(outcomeOf(await useToken(token))).toBe("invalid_key");
  });

  it("is for a member of the caller's firm who has access and is active", async () => {
    const other = await newFirm(table);
    const request = (id: string, key = firm.apiKey) => call(createSignInLink, { key, params: { id } });
    expect((await request(member, other.apiKey)).status).toBe(404);
    const without = await firm.addMember();
    const inactive = await firm.addMember({ access: "read", active: false });
    for (const { id } of [without, inactive])
      expect((await request(id)).body.error.details).toMatchObject([{ field: "access" }]);
  });
});

describe("a caller", () => {
  it("gives and takes no access beyond its own scopes", async () => {
    const { secret: website } = await createTestKey(firm.apiKey, ["settings:write", "leads:write"]);
    const reader = await createTestKey(firm.apiKey, [...scopesOfAccess("read"), "settings:write"]);
    const manager = (await firm.addMember({ access: "manage" })).id;
    const refused = [403, "insufficient_scope", "access"];
    const outcome = async (answer: ReturnType<typeof change>) => {
      const { status, body } = await answer;
      return [status, body.error?.code, body.error?.details?.[0].field];
    };
    expect(await outcome(change({ access: null }, website, manager))).toEqual(refused);
    expect(await outcome(change({ active: false }, website, manager))).toEqual(refused);
    expect(await outcome(change({ access: "manage" }, reader.secret))).toEqual(refused);
    expect(await outcome(change({ access: null }, reader.secret))).toEqual(refused);
    expect(await outcome(call(createSignInLink, { key: website, params: { id: manager } }))).toEqual(refused);
    const plain = (await firm.addMember()).id;
    expect((await change({ access: "read" }, reader.secret, plain)).status).toBe(200);
    expect((await change({ active: false }, website, firm.attorney.id)).status).toBe(200);
  });

  it.each([
    ["given more access", { access: "manage" }, "insufficient_scope"],
    ["put out", { access: null }, "invalid_request"],
  ])("makes no link for a member who is %s while it reads", async (_, body, refusal) => {
    const reader = await createTestKey(firm.apiKey, [...scopesOfAccess("read"), "settings:write"]);
    const { id } = await firm.addMember({ access: "read" });
    const isChanged = changeWithinRead(
      table,
      () => change(body, firm.apiKey, id),
      (key) => key.sk === memberSessionsKey(firm.firmId, id).sk,
    );
    const request = { key: reader.secret, params: { id } };
    expect([outcomeOf(await call(createSignInLink, request)), isChanged()]).toEqual([refusal, true]);
  });

  it("who is a member makes keys with the scopes of the access, until it ends", async () => {
    fakeDate(Date.now());
    const manager = (await firm.addMember({ access: "manage" })).id;
    const cookie = await signIn(firm.apiKey, manager);
    const create = () => call(createKey, { ...fromDesk(cookie), body: { name: "CRM", scopes: SCOPES } });
    expect((await create()).status).toBe(201);
    await change({ access: "read" }, firm.apiKey, manager);
    // This instance still has a lease of the session.
    expect(outcomeOf(await create())).toBe("invalid_key");
  });

  it("who is a member may change their own access, which signs them out", async () => {
    fakeDate(Date.now());
    const manager = (await firm.addMember({ access: "manage" })).id;
    const cookie = await signIn(firm.apiKey, manager);
    const request = { ...fromDesk(cookie), params: { id: manager }, body: { access: "read" } };
    expect((await call(updateMember, request)).status).toBe(200);
    advanceDate(10 * SECOND);
    expect(await meOf(cookie)).toBe("invalid_key");
  });
});

describe("a session", () => {
  it.each([
    ["access", { access: "manage" }],
    ["no access", { access: null }],
    ["activity", { active: false }],
  ])("ends within 10 seconds of a change of %s, for good", async (_, body) => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    expect(await meOf(cookie)).toBe(200);
    expect((await change(body)).status).toBe(200);
    advanceDate(10 * SECOND);
    expect(await meOf(cookie)).toBe("invalid_key");
    await change({ access: "work", active: true });
    advanceDate(10 * SECOND);
    expect(await meOf(cookie)).toBe("invalid_key");
  });

  it("stays when something else of the member changes", async () => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    await change({ name: "Dana Doe", active: true, access: "work" });
    advanceDate(10 * SECOND);
    expect(await meOf(cookie)).toBe(200);
  });

  it("ends after 12 hours, however much it is used", async () => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    advanceDate(12 * HOUR - 2 * SECOND);
    expect(await meOf(cookie)).toBe(200);
    advanceDate(2 * SECOND);
    expect(await meOf(cookie)).toBe("invalid_key");
    expect(await sessionsOf(firm.apiKey, member)).toEqual([]);
  });

  it("that is kept ends 30 days after its last use, and 180 days after its beginning", async () => {
    fakeDate(Date.now());
    const [used, unused] = [await signedIn({ keep: true }), await signedIn({ keep: true })];
    advanceDate(30 * DAY - SECOND);
    expect(await meOf(used)).toBe(200);
    advanceDate(MINUTE + SECOND);
    expect(await meOf(unused)).toBe("invalid_key");
    expect(await meOf(unused)).toBe("invalid_key");
    expect(await sessionsOf(firm.apiKey, member)).toHaveLength(1);
    for (let days = 60; days < 180; days += 30) {
      advanceDate(30 * DAY - 2 * MINUTE);
      expect(await meOf(used)).toBe(200);
    }
    advanceDate(30 * DAY - HOUR);
    expect(await meOf(used)).toBe(200);
    advanceDate(2 * HOUR);
    expect(await meOf(used)).toBe("invalid_key");
  });

  it("is the least used one that ends when a member has an eleventh", async () => {
    fakeDate(Date.now());
    const cookies = [];
    for (let n = 0; n < 10; n++) {
      cookies.push(await signedIn());
      advanceDate(2 * SECOND);
    }
    advanceDate(2 * MINUTE);
    for (const cookie of cookies.filter((_, index) => index !== 3)) await meOf(cookie);
    cookies.push(await signedIn());
    advanceDate(10 * SECOND);
    const outcomes = await Promise.all(cookies.map(meOf));
    expect(outcomes.flatMap((outcome, index) => (outcome === 200 ? [] : [index]))).toEqual([3]);
    expect(await sessionsOf(firm.apiKey, member)).toHaveLength(10);
  });

  it("that was fixed in a browser in advance does not become the member's", async () => {
    fakeDate(Date.now());
    const attacker = await newFirm(table);
    const theirs = (await firm.addMember({ access: "read" })).id;
    const planted = await signIn(firm.apiKey, theirs);
    const answer = await useToken(await link(), { cookies: [planted] });
    expect(answer.body.member.id).toBe(member);
    expect(cookieOf(answer)).not.toBe(planted);
    advanceDate(10 * SECOND);
    expect([await meOf(planted), await meOf(cookieOf(answer))]).toEqual(["invalid_key", 200]);
    expect((await call(createSignInLink, { key: attacker.apiKey, params: { id: theirs } })).status).toBe(404);
  });

  it("ends by a sign-in in the same browser, of the same member too, but only from the desk", async () => {
    fakeDate(Date.now());
    const [first, other] = [await signedIn(), await signedIn()];
    const second = cookieOf(await useToken(await link(), { cookies: [first] }));
    await useToken(await link(), { cookies: [other], headers: {} });
    advanceDate(10 * SECOND);
    expect([await meOf(first), await meOf(second), await meOf(other)]).toEqual(["invalid_key", 200, 200]);
  });

  it("shows and ends its own member's sessions, whatever its access, and nobody else's", async () => {
    fakeDate(Date.now());
    const [own, lost] = [await signedIn(), await signedIn()];
    const list = (id: string) => call(listSessions, { ...fromDesk(own), params: { id } });
    const { body } = await list(member);
    expect(body.data).toHaveLength(2);
    expect(outcomeOf(await list(firm.attorney.id))).toBe("insufficient_scope");
    const [{ id: sessionId }] = body.data;
    const end = (id: string) => call(endSession, { ...fromDesk(own), params: { id, sessionId } });
    expect(outcomeOf(await end(firm.attorney.id))).toBe("insufficient_scope");
    expect([outcomeOf(await end(member)), outcomeOf(await end(member))]).toEqual([204, "not_found"]);
    advanceDate(10 * SECOND);
    expect([await meOf(own), await meOf(lost)]).toEqual([200, "invalid_key"]);
  });
});

describe("signing out", () => {
  it("ends the session of the cookie, and removes it", async () => {
    fakeDate(Date.now());
    const cookie = await signedIn();
    const { status, cookies } = await signOut(cookie);
    expect([status, cookies]).toEqual([
      204,
      ["intake_session=; Path=/api; HttpOnly; SameSite=Strict; Secure; Max-Age=0"],
    ]);
    expect((await signOut(cookie)).status).toBe(204);
    advanceDate(10 * SECOND);
    expect(await meOf(cookie)).toBe("invalid_key");
  });

  it.each([
    ["without the header", { headers: {} }],
    ["beside an Authorization", { headers: { ...DESK, authorization: "Bearer x" } }],
    ["without a cookie", { cookies: [] }],
  ])("does nothing %s", async (_, request) => {
    const cookie = await signedIn();
    const { status, cookies } = await signOut(cookie, request);
    expect([status, cookies, await meOf(cookie)]).toEqual([204, undefined, 200]);
  });

  it("removes a cookie that names no session", async () => {
    const { status, cookies } = await signOut("intake_session=x");
    expect([status, cookies]).toEqual([204, [expect.stringContaining("Max-Age=0")]]);
  });
});
