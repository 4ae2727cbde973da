import { describe, expect, it } from "@jest/globals";
import { type Consultation, withStatus } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { appointmentVersion } from "../../shared/links/appointment-version.rules.ts";
import { bookByLink } from "../../shared/links/book-by-link.ts";
import { clientConsultation } from "../../shared/links/client-view.rules.ts";
import { createLink } from "../../shared/links/create-link.ts";
import { deleteLink } from "../../shared/links/delete-link.ts";
import { getLinkAvailability } from "../../shared/links/get-link-availability.ts";
import type { Link } from "../../shared/links/link.rules.ts";
import { bookedByLink, removeLink } from "../../shared/links/link.store.ts";
import { updateByLink } from "../../shared/links/update-by-link.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { parseDay } from "../../shared/scheduling/attorney-day.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { type SelfService, selfServiceFields } from "../../shared/settings/self-service.contract.ts";
import { linkKey } from "../../shared/table/record-keys.ts";
import { slotOf } from "../../shared/time/intervals.rules.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { CHANGE, decided, FIRM_ID, NEW_ID, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const NOON = "2055-03-02T12:00:00.000Z";
const START = "2055-03-03T10:00:00.000Z";
const LATER = "2055-03-03T10:30:00.000Z";
const UNKNOWN = "018f0000-0000-7000-8000-00000000dead";
const meeting = {
  key: "meeting",
  name: "First meeting",
  durationMinutes: 60,
  amount: null,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};
const lead = newLead();
const attorney = newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
const open: Link = {
  id: "018f0000-0000-7000-8000-00000000e001",
  leadId: lead.id,
  type: "meeting",
  attorneyId: attorney.id,
  consultationId: null,
  sha256: "hash",
};
const consultation = newConsultation({
  leadId: lead.id,
  attorneyId: attorney.id,
  type: "meeting",
  startAt: START,
  durationMinutes: 60,
  timeZone: "UTC",
});
const booked = { ...open, consultationId: consultation.id };

type Given = {
  readonly link?: Link;
  readonly lead?: Partial<Lead>;
  readonly consultation?: Partial<Consultation>;
  readonly attorney?: Partial<Member>;
  /** The attorney as the instance has cached it. */
  readonly cachedAttorney?: Member;
  readonly selfService?: Partial<SelfService>;
  readonly types?: readonly (Omit<typeof meeting, "attorneyIds"> & { attorneyIds: string[] | null })[];
};

const settingsOf = ({ selfService, types = [meeting] }: Given) =>
  newSettings({
    selfService: { ...selfServiceFields.initial, enabled: true, ...selfService },
    consultationTypes: types,
  });

const given = (records: Given) => {
  const { id, attorneyId, consultationId, ...link } = records.link ?? booked;
  const item = {
    ...linkKey(FIRM_ID, id),
    ...link,
    ...(attorneyId && { namedAttorneyId: attorneyId }),
    ...(consultationId && { consultationId }),
  };
  const member = { ...attorney, ...records.attorney };
  return {
    stored: [
      item,
      leadToItem(FIRM_ID, { ...lead, ...records.lead }, CHANGE),
      memberToItem(FIRM_ID, member),
      settingsToItem(FIRM_ID, settingsOf(records)),
      ...bookedItems(FIRM_ID, consultationId ? [{ ...consultation, ...records.consultation }] : []),
    ],
    found: {
      alternatives: {},
      ...(records.cachedAttorney && { attorney: records.cachedAttorney }),
    },
    request: { params: { id: lead.id, linkId: id }, actor: { type: "client_link", id } },
  };
};

describe("a new link", () => {
  const create = (json: unknown, records: Given = {}) => decided(createLink, { json, ...given(records) });
  const inAWeek = "2055-03-09T12:00:00.000Z";

  it.each<[string, object, object]>([
    ["books a type with an attorney", { type: "meeting", attorney_id: attorney.id }, { expires_at: inAWeek }],
    ["books a type with anybody", { type: "meeting" }, { attorney_id: null, expires_at: inAWeek }],
    [
      "books for some hours",
      { type: "meeting", expires_in_hours: 1 },
      { expires_at: "2055-03-02T13:00:00.000Z" },
    ],
    [
      "manages a consultation, 30 days beyond its end, whatever the hours",
      { consultation_id: consultation.id, expires_in_hours: 1 },
      { type: null, consultation_id: consultation.id, expires_at: "2055-04-02T11:00:00.000Z" },
    ],
  ])("%s", async (_, json, shown) => {
    const { expires_in_hours: _hours, ...sent } = json as { expires_in_hours?: number };
    const answer = { ...sent, ...shown, lead_id: lead.id, url: expect.stringMatching(/\/book#itl_\w{49}$/) };
    expect(await create(json)).toMatchObject({ answer });
  });

  const erasure = { at: NOON, changeId: NEW_ID };
  it.each<[string, object, string[], Given?]>([
    ["for nothing", {}, ["type"]],
    ["of a blank type", { type: "" }, ["type"]],
    ["of a type that the firm does not have", { type: "unknown" }, ["type"]],
    ["with an unknown attorney", { type: "meeting", attorney_id: UNKNOWN }, ["attorney_id"]],
    ["for an unknown consultation", { consultation_id: UNKNOWN }, ["consultation_id"]],
    [
      "for both",
      { consultation_id: UNKNOWN, type: "meeting", attorney_id: "x" },
      ["attorney_id", "type", "consultation_id"],
    ],
    [
      "for both, of records that the firm does not have",
      { consultation_id: consultation.id, type: "none", attorney_id: UNKNOWN },
      ["type", "attorney_id"],
    ],
    ["for a consultation of null", { consultation_id: null, type: "meeting" }, ["consultation_id"]],
    ["for hours as text", { expires_in_hours: "1" }, ["expires_in_hours", "type"]],
    [
      "for a consultation of another lead",
      { consultation_id: consultation.id },
      ["consultation_id"],
      { consultation: { leadId: UNKNOWN } },
    ],
    [
      "for a canceled consultation",
      { consultation_id: consultation.id },
      ["consultation_id"],
      { consultation: { status: "canceled" } },
    ],
    [
      "for a consultation that ended long ago",
      { consultation_id: consultation.id },
      ["consultation_id"],
      { consultation: { startAt: "2055-01-31T10:00:00.000Z" } },
    ],
    ["of a merged lead", { type: "meeting" }, ["lead_id"], { lead: { mergedInto: UNKNOWN } }],
    ["of an erased lead", { type: "meeting" }, ["lead_id"], { lead: { erasure } }],
  ])("is refused %s", async (_, json, fields, records = {}) => {
    expect(await refusalOf(create(json, records))).toEqual(["invalid_request", ...fields]);
  });

  it("is refused while self-service is not enabled", async () => {
    const refused = create({ type: "meeting" }, { selfService: { enabled: false } });
    expect(await refusalOf(refused)).toEqual(["self_service_not_allowed", "self_service.enabled"]);
  });
});

describe("a booking by a link", () => {
  const book = (json: unknown, records: Given = {}) =>
    decided(bookByLink, { json, ...given({ link: open, ...records }) });

  it("has the link's lead, type and attorney, and gives the link its consultation", async () => {
    const after = {
      ...consultation,
      id: NEW_ID,
      amount: null,
      data: {},
    };
    const days = [parseDay(attorney.id, "2055-03-03", [])];
    const preconditions = { attorney, days, hold: null, holds: null, obsolete: [], clearance: [] };
    expect(await book({ start_at: "2055-03-03T12:00:00+02:00" })).toEqual({
      writes: [
        ...putConsultation(FIRM_ID, { before: null, after, change: CHANGE, preconditions }),
        ...bookedByLink(FIRM_ID, open, after),
      ],
      answer: clientConsultation(after, attorney, settingsOf({})),
    });
  });

  it("returns the link's consultation for the same start again", async () => {
    const answer = clientConsultation(consultation, attorney, settingsOf({}));
    expect(await book({ start_at: START }, { link: booked })).toEqual({ answer, replayed: true });
  });

  const managing = { ...booked, type: null, attorneyId: null };
  const forPool = { ...open, attorneyId: null };
  it.each<[string, string, string[], Given]>([
    ["when another start is booked", LATER, ["link"], { link: booked }],
    [
      "when its consultation was canceled",
      START,
      ["link"],
      { link: booked, consultation: { status: "canceled" } },
    ],
    ["when it only manages a consultation", START, ["link"], { link: managing }],
    ["without self-service", START, ["self_service.enabled"], { selfService: { enabled: false } }],
    ["with an attorney who left", START, ["attorney"], { attorney: { active: false } }],
    ["with a type that was removed", START, ["type"], { types: [] }],
    ["with anybody of a type that was removed", START, ["type"], { link: forPool, types: [] }],
    [
      "when its pool is empty",
      START,
      ["attorney"],
      { link: forPool, types: [{ ...meeting, attorneyIds: [] }] },
    ],
    ["with a start that has passed", "2055-03-02T11:59:59.999Z", ["start_at"], {}],
  ])("is refused %s", async (_, start_at, fields, records) => {
    expect(await refusalOf(book({ start_at }, records))).toEqual(["self_service_not_allowed", ...fields]);
  });

  it("is refused like an unknown key when the link has ended", async () => {
    const ended = { link: { ...open, expiresAtEpochSeconds: Date.parse(NOON) / 1000 } };
    expect(await refusalOf(book({ start_at: START }, ended))).toEqual(["invalid_key"]);
  });
});

describe("a change by a link", () => {
  const change = (json: unknown, records: Given = {}, request: object = {}) => {
    const stored = given(records);
    return decided(updateByLink, { json, ...stored, request: { ...stored.request, ...request } });
  };

  it("moves the consultation, and counts the move", async () => {
    const after = { ...withStatus(consultation, "rescheduled", { startAt: LATER }), clientMoves: 1 };
    const decision = await change({ start_at: LATER });
    const [written] = putConsultation(FIRM_ID, {
      before: consultation,
      after,
      change: CHANGE,
      preconditions,
    });
    expect(decision).toMatchObject({
      writes: expect.arrayContaining([written]),
      answer: clientConsultation(after, attorney, settingsOf({})),
    });
  });

  const days = [{ ...parseDay(attorney.id, "2055-03-03", []), version: 1 }];
  const preconditions = { attorney, days, hold: null, holds: null, obsolete: [], clearance: [] };

  it.each<[string, Given]>([
    ["", {}],
    ["with an attorney who left", { attorney: { schedulable: false } }],
  ])("cancels it %s", async (_, records) => {
    const after = withStatus(consultation, "canceled", { canceledAt: CHANGE.at });
    expect(await change({ status: "canceled" }, records)).toEqual({
      writes: putConsultation(FIRM_ID, { before: consultation, after, change: CHANGE }),
      answer: clientConsultation(after, { ...attorney, ...records.attorney }, settingsOf({})),
    });
  });

  it("writes nothing for the same start, whatever the rules say", async () => {
    const selfService = { enabled: false, rescheduleNoticeMinutes: 10_000 };
    const answer = clientConsultation(consultation, attorney, settingsOf({}));
    expect(await change({ start_at: START }, { selfService })).toEqual({ answer });
  });

  const cancel = { status: "canceled" };
  const move = { start_at: LATER };
  const seen = (version: string) => ({ expectedVersions: [version] });

  it.each([move, cancel])("is made if If-Match names the appointment as it is: %j", async (json) => {
    const unconditional = await change(json);
    expect(await change(json, {}, seen(appointmentVersion(consultation)))).toEqual(unconditional);
  });

  it.each([move, cancel])(
    "is refused if If-Match names another one, whatever the rules say: %j",
    async (json) => {
      const selfService = { enabled: false };
      const stale = seen(appointmentVersion({ ...consultation, startAt: LATER }));
      expect(await refusalOf(change(json, { selfService }, stale))).toEqual(["version_conflict"]);
    },
  );

  it("succeeds once more for the start of a move whose answer was lost, though If-Match names what it was", async () => {
    const before = seen(appointmentVersion({ ...consultation, startAt: LATER }));
    expect(await change({ start_at: START }, {}, before)).toEqual(await change({ start_at: START }));
  });

  it.each<[string, object, string[], Given]>([
    ["a move without self-service", move, ["self_service.enabled"], { selfService: { enabled: false } }],
    ["a cancel without it", cancel, ["self_service.enabled"], { selfService: { enabled: false } }],
    [
      "a cancel without the notice",
      cancel,
      ["self_service.cancel_notice_min"],
      { selfService: { cancelNoticeMinutes: 1_321 } },
    ],
    ["a move with an attorney who left", move, ["attorney"], { attorney: { schedulable: false } }],
    [
      "a move with an attorney who has just left",
      move,
      ["attorney"],
      { attorney: { active: false }, cachedAttorney: attorney },
    ],
    ["a move into the past", { start_at: "2055-03-02T11:59:59.999Z" }, ["start_at"], {}],
  ])("is refused: %s", async (_, json, fields, records) => {
    expect(await refusalOf(change(json, records))).toEqual(["self_service_not_allowed", ...fields]);
  });

  it.each([
    ["nothing", {}, ["body"]],
    ["a move and a cancel", { ...move, ...cancel }, ["status"]],
    ["a day and a cancel", { start_at: "2055-03-03", ...cancel }, ["start_at", "status"]],
  ])("is invalid: %s", async (_, json, fields) => {
    expect(await refusalOf(change(json))).toEqual(["invalid_request", ...fields]);
  });

  it.each<[string, object, Given]>([
    ["when the link has booked none", move, { link: open }],
    ["when it is canceled", cancel, { consultation: { status: "canceled" } }],
    ["when it is canceled, whatever the body", { start_at: 7 }, { consultation: { status: "canceled" } }],
  ])("is refused as not found %s", async (_, json, records) => {
    expect(await refusalOf(change(json, records))).toEqual(["not_found"]);
  });
});

describe("the starts of a link", () => {
  const MORNING = { from: "2055-03-03T10:00:00Z", to: "2055-03-03T12:00:00Z", step_min: 60 };
  const starts = async (records: Given) => {
    const { request, found, stored } = given(records);
    const query = { ...request, query: MORNING, nowMilliseconds: Date.parse(NOON) };
    const slots = [{ ...slotOf(consultation), id: consultation.id, attorneyId: attorney.id }];
    const day = { ...parseDay(attorney.id, "2055-03-03", []), version: 1, slots };
    const days = { [attorney.id]: (records.link ?? booked).consultationId ? [day] : [] };
    const { answer } = Object(
      await decided(getLinkAvailability, { stored, found: { ...found, days }, request: query }),
    );
    return answer.data.map(({ start_at }: { start_at: string }) => start_at.slice(11, 16));
  };

  it.each<[string, Given, string[]]>([
    ["are those of its attorney", { link: open }, ["10:00", "11:00"]],
    ["include the slot of its consultation", {}, ["10:00", "11:00"]],
    ["are none without self-service", { link: open, selfService: { enabled: false } }, []],
    ["are none for a move without self-service", { selfService: { enabled: false } }, []],
    ["are none without the notice of a move", { selfService: { rescheduleNoticeMinutes: 1_321 } }, []],
    ["are none with a type that was removed", { link: open, types: [] }, []],
    ["are none of an attorney who left", { link: open, attorney: { schedulable: false } }, []],
  ])("%s", async (_, records, expected) => {
    expect(await starts(records)).toEqual(expected);
  });
});

describe("a deletion", () => {
  const remove = (records: Given) => decided(deleteLink, given(records));

  it.each<[string, Given]>([
    ["", {}],
    [
      "of a lead that was merged into this one",
      { link: { ...open, leadId: UNKNOWN }, lead: { mergedLeadIds: [UNKNOWN] } },
    ],
  ])("removes a link %s", async (_, records) => {
    expect(await remove(records)).toEqual({ writes: removeLink(FIRM_ID, open), answer: undefined });
  });

  it.each<[string, string[], Given]>([
    ["of another lead", ["not_found"], { link: { ...open, leadId: UNKNOWN } }],
    ["that has ended", ["not_found"], { link: { ...open, expiresAtEpochSeconds: Date.parse(NOON) / 1000 } }],
    ["of a merged lead", ["lead_merged", "merged_into"], { lead: { mergedInto: UNKNOWN } }],
  ])("is refused for a link %s", async (_, refusal, records) => {
    expect(await refusalOf(remove(records))).toEqual(refusal);
  });
});

describe("a link whose lead is erased is unknown, even before the erasure reaches it", () => {
  const records = { lead: { erasure: { at: NOON, changeId: NEW_ID } } };
  const times = { from: "2055-03-03T00:00:00Z", to: "2055-03-04T00:00:00Z", step_min: 15 };

  it.each<[string, () => Promise<unknown>]>([
    [
      "to a booking",
      () => decided(bookByLink, { json: { start_at: START }, ...given({ link: open, ...records }) }),
    ],
    ["to a move", () => decided(updateByLink, { json: { start_at: LATER }, ...given(records) })],
    ["to a cancellation", () => decided(updateByLink, { json: { status: "canceled" }, ...given(records) })],
    [
      "to a search of times",
      () => {
        const { request, ...rest } = given(records);
        return decided(getLinkAvailability, { ...rest, request: { ...request, query: times } });
      },
    ],
  ])("%s", async (_, decision) => {
    expect(await refusalOf(decision())).toEqual(["invalid_key"]);
  });
});
