import { describe, expect, it } from "@jest/globals";
import { makeIndexDue } from "../../shared/conflicts/lead-index.store.ts";
import { watchRemovedStage } from "../../shared/firm/removed-stage.store.ts";
import { updateFirm } from "../../shared/firm/update-firm.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { changeSettings, settingsRecord, settingsToItem } from "../../shared/settings/firm.store.ts";
import { selfServiceFields } from "../../shared/settings/self-service.contract.ts";
import type { Table } from "../../shared/table/table.ts";
import { decided, FIRM_ID, NEW_ID, NOW_MILLISECONDS, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

// Bulgaria's currency until 2025: a firm may still have it.
const settings = newSettings({ contactPhone: "+12125550199", currency: "BGN", location: "Here", version: 1 });
const member = newMember({ active: false });
const [first] = settings.stages;
const DISABLED = settings.conflictGate;
const ENABLED = { ...DISABLED, enabled: true };

type Given = { readonly occupiedStages?: readonly string[]; readonly expectedVersions?: readonly string[] };

const patch = (json: unknown, { occupiedStages = [], expectedVersions }: Given = {}) =>
  decided(updateFirm, {
    json,
    found: { firm: { settings, occupiedStages }, members: [member] },
    request: { expectedVersions: expectedVersions ?? null },
  });

/** Returns the answer of a decision that completes it after the writes. */
const answerOf = async (decision: Awaited<ReturnType<typeof patch>>) =>
  "after" in decision ? decision.after({} as Table) : decision.answer;

const type = (key: string, attorney_ids: readonly string[]) => ({
  key,
  name: key,
  duration_min: 30,
  attorney_ids,
});

const written = (national: string | null, international: string) => ({
  contactPhoneText: { national, international },
});

describe("a PATCH of the firm", () => {
  it.each<[string, Record<string, unknown>, Partial<FirmSettings>, object?]>([
    ["the name", { name: " New Law " }, { name: "New Law" }, { name: "New Law" }],
    ["the zone", { time_zone: "europe/berlin" }, { timeZone: "Europe/Berlin" }],
    [
      "the country: South Sudan",
      { default_country: "ss" },
      { defaultCountry: "SS", ...written(null, "+1 212 555 0199") },
      { default_country: "SS" },
    ],
    [
      "a contact phone of its country",
      { contact_phone: "(212) 555-0100" },
      { contactPhone: "+12125550100", ...written("(212) 555-0100", "+1 212 555 0100") },
    ],
    [
      "how its contact phone is written, which it did not know",
      { contact_phone: "+12125550199" },
      written("(212) 555-0199", "+1 212 555 0199"),
    ],
    [
      "a contact phone of another country",
      { contact_phone: "tel:+49 30 901820" },
      { contactPhone: "+4930901820", ...written(null, "+49 30 901820") },
    ],
    [
      "a contact phone of the country that it gets",
      { contact_phone: " 030 901820 ", default_country: "de" },
      { defaultCountry: "DE", contactPhone: "+4930901820", ...written("030 901820", "+49 30 901820") },
    ],
    [
      "a contact phone with an extension, unchanged",
      { contact_phone: "(212) 555-0100 ext. 5" },
      { contactPhone: "(212) 555-0100 ext. 5" },
    ],
    ["the contact phone to none", { contact_phone: null }, { contactPhone: null }],
    [
      "a blank contact phone to none",
      { contact_phone: " " },
      { contactPhone: null },
      { contact_phone: null },
    ],
    ["a contact phone without a number to none", { contact_phone: "tel:" }, { contactPhone: null }],
    ["the currency", { currency: "EUR" }, { currency: "EUR" }],
    ["the currency to none", { currency: null }, { currency: null }, { currency: null }],
    ["the location", { location: " Main\nStreet " }, { location: "Main\nStreet" }],
    ["a location of 300 characters", { location: "x".repeat(300) }, { location: "x".repeat(300) }],
    ["the location to none", { location: null }, { location: null }, { location: null }],
    ["a blank location to none", { location: " " }, { location: null }, { location: null }],
    [
      "one permission of clients",
      { self_service: { cancel_notice_min: 60 } },
      { selfService: { ...selfServiceFields.initial, cancelNoticeMinutes: 60 } },
    ],
    [
      "the language of clients' links",
      { self_service: { language: "de" } },
      { selfService: { ...selfServiceFields.initial, language: "de" } },
    ],
    ["only the differing fields", { name: "Other", time_zone: settings.timeZone }, { name: "Other" }],
  ])("changes %s", async (_, json, fields, shown = {}) => {
    const decision = await patch(json);
    expect(decision.writes).toEqual([changeSettings(FIRM_ID, settings, fields)]);
    expect(await answerOf(decision)).toMatchObject({ ...shown, id: FIRM_ID, version: 2 });
  });

  it("removes stages without leads, and watches each for leads that arrive late", async () => {
    const stages = [first];
    const removed = settings.stages.slice(1).map(({ key }) => key);
    expect(removed.length).toBeGreaterThan(1);
    const { writes } = await patch({ stages });
    expect(writes).toEqual([
      changeSettings(FIRM_ID, settings, { stages: settings.stages.slice(0, 1) }),
      ...removed.map((stage) => watchRemovedStage(FIRM_ID, stage, NOW_MILLISECONDS)),
    ]);
  });

  it.each<[string, object, Partial<FirmSettings>, Partial<FirmSettings>]>([
    [
      "enabled",
      { enabled: true },
      {},
      { conflictGate: ENABLED, conflictIndex: { state: "building", indexed: 0, generation: 1 } },
    ],
    [
      "disabled while its leads are indexed",
      { enabled: false },
      {
        conflictGate: ENABLED,
        conflictIndex: { state: "building", indexed: 7, generation: 2, cursor: "id" },
      },
      { conflictGate: DISABLED, conflictIndex: { state: "off", indexed: 0, generation: 2 } },
    ],
    [
      "enabled again",
      { enabled: true, required: "none" },
      { conflictIndex: { state: "off", indexed: 0, generation: 2 } },
      {
        conflictGate: { ...ENABLED, required: "none" },
        conflictIndex: { state: "building", indexed: 0, generation: 3 },
      },
    ],
    [
      "changed in a part, whose index stays",
      { enabled: true, auto_check: true },
      {
        conflictGate: ENABLED,
        conflictIndex: { state: "building", indexed: 7, generation: 2, cursor: "id" },
      },
      { conflictGate: { ...ENABLED, autoCheck: true } },
    ],
  ])("the conflict gate, %s", async (_, conflict_gate, before, fields) => {
    const { writes } = await decided(updateFirm, {
      json: { conflict_gate, conflict_index: { state: "complete", indexed: 99 } },
      found: { firm: { settings: { ...settings, ...before }, occupiedStages: [] } },
      request: { expectedVersions: null },
    });
    const isDue = fields.conflictIndex?.state === "building";
    expect(writes).toEqual([
      changeSettings(FIRM_ID, settings, fields),
      ...(isDue ? [makeIndexDue(FIRM_ID, NOW_MILLISECONDS)] : []),
    ]);
  });

  it("writes nothing for the conflict gate as it is, nor for its index, which no caller sets", async () => {
    const json = {
      conflict_gate: { enabled: false, required: "all" },
      conflict_index: { state: "building" },
    };
    expect((await patch(json)).writes).toEqual([]);
  });

  it.each([
    [{}],
    [{ name: settings.name }],
    [{ stages: settings.stages }],
    [{ currency: "BGN", location: " Here" }],
  ])("writes nothing with %j", async (json) => {
    const decision = await patch(json);
    expect(decision.writes).toEqual([]);
    expect(await answerOf(decision)).toMatchObject({ version: 1 });
  });

  it.each<[string, Record<string, unknown>, string[], Given?]>([
    ...["1".repeat(41), "1\n2", 7].map((contact_phone): [string, Record<string, unknown>, string[]] => [
      `the contact phone ${JSON.stringify(contact_phone)}`,
      { contact_phone },
      ["contact_phone"],
    ]),
    ...["usd", "ABC", "XXX", "XAU", "DEM", "HRK", "US", "USDD", "", "ＵＳＤ", 840].map(
      (currency): [string, Record<string, unknown>, string[]] => [
        `the currency ${currency}`,
        { currency },
        ["currency"],
      ],
    ),
    ["a location of 301 characters", { location: "x".repeat(301) }, ["location"]],
    [
      "the location of a type of 301 characters",
      { consultation_types: [{ ...type("a", []), location: "x".repeat(301) }] },
      ["consultation_types[0].location"],
    ],
    ...["ß", "USA", "", "U", "ＵＳ", "ı1", "XX"].map(
      (default_country): [string, Record<string, unknown>, string[]] => [
        `the country ${default_country}`,
        { default_country },
        ["default_country"],
      ],
    ),
    [
      "everything at once",
      {
        name: " ",
        time_zone: "Nowhere",
        default_country: "XX",
        stages: [first, first],
        consultation_types: [type("a", []), type("a", [NEW_ID])],
      },
      [
        "name",
        "time_zone",
        "default_country",
        "stages[1].key",
        "consultation_types[1].key",
        "consultation_types[1].attorney_ids[0]",
      ],
    ],
    [
      "a member twice in a pool",
      { consultation_types: [type("a", [member.id, member.id])] },
      ["consultation_types[0].attorney_ids[1]"],
    ],
    ["a stage that leads are in", { stages: [first] }, ["stages"], { occupiedStages: ["lost"] }],
    ["an unknown language", { self_service: { language: "it" } }, ["self_service.language"]],
  ])("is refused for %s", async (_, json, fields, given = {}) => {
    expect(await refusalOf(patch(json, given))).toEqual(["invalid_request", ...fields]);
  });

  it("is refused for a version that is not current, even if it changes nothing", async () => {
    for (const json of [{ name: "Other" }, {}])
      expect(await refusalOf(patch(json, { expectedVersions: ["2"] }))).toEqual(["version_conflict"]);
  });
});

it("settings that are older than contact phone, currency and location have none", () => {
  const {
    contactPhone: _phone,
    contactPhoneText: _phoneText,
    currency: _currency,
    location: _location,
    ...item
  } = settingsToItem(FIRM_ID, settings);
  const none = { contactPhone: null, currency: null, location: null };
  expect(settingsRecord(FIRM_ID).parse(item)).toEqual({ ...settings, ...none });
});
