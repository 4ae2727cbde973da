import { expect, it, jest } from "@jest/globals";
import { handler as createLink } from "../../../functions/calendars/create-calendar-link.ts";
import { handler as createFeed } from "../../../functions/calendars/create-feed.ts";
import { handler as getCalendarFeed } from "../../../functions/calendars/get-calendar-feed.ts";
import { handler as listFeeds } from "../../../functions/calendars/list-feeds.ts";
import { handler as pushBusyTimes } from "../../../functions/calendars/push-busy-times.ts";
import { handler as getCalendar } from "../../../functions/consultations/get-calendar.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { deactivateMember } from "../../../shared/members/deactivate-member.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { calendarFile, changed, reading } from "../../support/feeds.ts";
import { addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { tokenOf } from "../../support/links.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { meOf, newToken, signIn, useToken } from "../../support/sessions.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, newAttorney, send, book } = useBookingFixture(table);

const HOUR = 3_600_000;

it("deactivates a member with --confirm, whose calendar link then shows nothing", async () => {
  const { id } = await newAttorney();
  const created = await call(createLink, { key: fixture.key, params: { id }, body: { names: true } });
  const key = String(created.body.url).replace(/^.*\?key=/, "");
  const show = async () => (await call(getCalendarFeed, { query: { key } })).status;
  const deactivate = (...input: string[]) =>
    runCommand(table, "member deactivate", fixture.firmId, id, ...input);
  await deactivate();
  expect(await show()).toBe(200);
  await deactivate("--confirm", fixture.firmId);
  // An instance knows a member for some seconds.
  advanceDate(60_000);
  expect(await show()).toBe(403);
  expect((await book({ attorney_id: id })).status).toBe(422);
  expect((await deactivate("--confirm", fixture.firmId)).join()).toMatch(/deactivated +true/);
});

it("signs a member in by email, and refuses an address of two active members or of none with access", async () => {
  const url = ["--url", "https://intake.example.com"];
  const signIn = (email: string) =>
    runForJson(table, "member sign-in", fixture.firmId, "--email", email, ...url);
  const dana = { email: "dana@example.com", access: "work" } as const;
  const { id } = await addMember(table, fixture.firmId, dana);
  await addMember(table, fixture.firmId, { ...dana, active: false });
  const { sign_in_url, ...shown } = await signIn("Dana@example.com");
  expect(shown).toMatchObject({ member_id: id, access: "work" });
  expect((await useToken(tokenOf(sign_in_url))).body.member.id).toBe(id);
  await expect(signIn("nobody@example.com")).rejects.toThrow("No such active member");
  const { id: other } = await addMember(table, fixture.firmId, dana);
  await expect(signIn("dana@example.com")).rejects.toThrow(new RegExp(`${id}.*${other}`));
  await addMember(table, fixture.firmId, { email: "eve@example.com" });
  await expect(signIn("eve@example.com")).rejects.toThrow("access");
});

it("ends all sessions and sign-in links, and lists them first", async () => {
  const { id } = await addMember(table, fixture.firmId, { access: "work" });
  const cookie = await signIn(fixture.key, id);
  const token = await newToken(fixture.key, id);
  const signOut = (...input: string[]) =>
    runForJson(table, "member sign-out", "--firm", fixture.firmId, ...input);
  const [listed] = await signOut();
  expect(listed).toMatchObject({ ended: false, sessions: expect.any(Number), links: expect.any(Number) });
  expect(await meOf(cookie)).toBe(200);
  expect(await signOut("--confirm", fixture.firmId)).toEqual([{ ...listed, ended: true }]);
  advanceDate(10_000);
  expect([await meOf(cookie), (await useToken(token)).status]).toEqual(["invalid_key", 401]);
  expect(await signOut()).toMatchObject([{ sessions: 0, links: 0 }]);
});

it("checks --confirm also for a member who is inactive already", async () => {
  const { id } = await newAttorney();
  await deactivateMember(table, fixture.firmId, id);
  const deactivate = (...input: string[]) =>
    runCommand(table, "member deactivate", fixture.firmId, id, ...input);
  await expect(deactivate("--confirm", "another")).rejects.toThrow("--confirm must repeat the firm's id");
  const hint = jest.spyOn(console, "error").mockImplementation(() => {});
  expect((await deactivate()).join()).toMatch(/deactivated +false/);
  expect(hint).toHaveBeenCalledWith(expect.stringMatching(/^Nothing was changed/));
});

it("leaves a member as is whom somebody else deactivates meanwhile", async () => {
  const { id } = await newAttorney();
  const version = async () => (await send(getMember, { params: { id } })).body.version;
  await Promise.all([1, 2].map(() => deactivateMember(table, fixture.firmId, id)));
  expect(await version()).toBe(2);
});

it("deletes a feed with --confirm, and the busy times that it told", async () => {
  const { id } = await newAttorney();
  const params = { id };
  const { body } = await send(createFeed, { params, body: { url: "https://93.184.216.34/secret.ics" } });
  const feed = { firmId: fixture.firmId, attorneyId: id, id: String(body.id) };
  const start = Date.now() + 24 * HOUR;
  await reading(table, feed, changed(calendarFile([[new Date(start), new Date(start + HOUR)]])));
  const told = async () => {
    const query = {
      from: new Date(start - HOUR).toISOString(),
      to: new Date(start + 2 * HOUR).toISOString(),
    };
    const calendar = await send(getCalendar, { params, query });
    const feeds = await send(listFeeds, { params });
    return [feeds.body.data.length, calendar.body.data.busy.length];
  };
  const remove = (...input: string[]) =>
    runCommand(table, "feed delete", fixture.firmId, id, feed.id, ...input);
  await remove();
  expect(await told()).toEqual([1, 1]);
  await remove("--confirm", fixture.firmId);
  expect(await told()).toEqual([0, 0]);
});

it.each(["mistyped", "google"])(
  "refuses to delete %s, which is no feed, and keeps pushed busy times",
  async (name) => {
    const { id } = await newAttorney();
    const times = {
      start_at: new Date(Date.now() + HOUR).toISOString(),
      end_at: new Date(Date.now() + 2 * HOUR).toISOString(),
    };
    const query = { from: times.start_at, to: times.end_at };
    const params = { id, calendar: "google" };
    expect((await send(pushBusyTimes, { params, body: { ...query, busy: [times] } })).status).toBe(200);
    for (const confirmed of [[], ["--confirm", fixture.firmId]]) {
      const remove = runCommand(table, "feed delete", fixture.firmId, id, name, ...confirmed);
      await expect(remove).rejects.toThrow("No such feed.");
    }
    expect((await send(getCalendar, { params: { id }, query })).body.data.busy).toHaveLength(1);
  },
);
