import { expect, it } from "@jest/globals";
import { createCalendarLink } from "../../shared/calendars/create-calendar-link.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { keyCountsKey } from "../../shared/table/record-keys.ts";
import { decided, FIRM_ID } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const member = newMember();

it.each([
  [{}, false],
  [{ names: true }, true],
])(
  "%j makes a key of its member for 60 requests a minute, which shows names: %s",
  async (json, showsNames) => {
    const { writes, ...decision } = await decided(createCalendarLink, {
      json,
      stored: [memberToItem(FIRM_ID, member)],
      request: { params: { id: member.id } },
    });
    const key = { kind: "calendar", memberId: member.id, requestsPerMinute: 60, scopes: [], showsNames };
    expect(writes).toContainEqual({ New: expect.objectContaining(key) });
    expect(decision).toMatchObject({
      answer: { names: showsNames, url: expect.stringMatching(/\/api\/calendar\.ics\?key=itc_\w{49}$/) },
    });
  },
);

it("marks the key of a firm with a limit", async () => {
  const { writes } = await decided(createCalendarLink, {
    stored: [memberToItem(FIRM_ID, member), { ...keyCountsKey(FIRM_ID), firmRequestsPerMinute: 100 }],
    request: { params: { id: member.id } },
  });
  expect(writes).toContainEqual({ New: expect.objectContaining({ kind: "calendar", firmLimited: true }) });
});
