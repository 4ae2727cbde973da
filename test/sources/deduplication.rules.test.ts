import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import {
  type DeduplicationEntry,
  isEntryChanged,
  isWritten,
  knownEntry,
  type NextEntry,
  nextEntry,
  nextTargets,
  placeHash,
  type Relation,
  relationTo,
  targetId,
  textHash,
  valuesHash,
  withSentValues,
} from "../../shared/sources/deduplication.rules.ts";
import { newLead } from "../support/leads.ts";

const delivery = (id: string, body: string, values = body, replayOf: string | null = null) => ({
  receipt: { id, replayOf },
  bodyHash: body,
  valuesHash: values,
  formerHash: `former-${values}`,
});

const stored = (next: NextEntry, revision = 1): DeduplicationEntry => ({ ...next, revision });

/** Returns the entry after deliveries with these bodies, each under its position as id. */
const entryAfter = (...bodies: string[]) =>
  bodies.reduce<DeduplicationEntry | null>(
    (before, body, index) =>
      stored(nextEntry(before, { leadId: "lead", targets: new Map() }, delivery(`id-${index}`, body))),
    null,
  ) as DeduplicationEntry;

describe("a delivery and the remembered ones:", () => {
  const entry = entryAfter("a", "b", "c");
  const UNKNOWN = { ...entry, bodies: [], values: [], formerHashes: [], deliveryId: null };

  it.each<[string, DeduplicationEntry, ReturnType<typeof delivery>, Relation]>([
    ["the last body", entry, delivery("id-9", "c"), "repeats"],
    ["an earlier body", entry, delivery("id-9", "a"), "repeats"],
    ["an earlier body, which other settings map anew", entry, delivery("id-9", "a", "new"), "repeats"],
    [
      "another body with earlier values, such as an attempt number",
      entry,
      delivery("id-9", "new", "a"),
      "repeats",
    ],
    ["another body with other values", entry, delivery("id-9", "new"), "follows"],
    [
      "what an earlier release remembers",
      { ...UNKNOWN, formerHashes: ["x", "former-new"] },
      delivery("id-9", "new"),
      "repeats",
    ],
    ["a body of an entry that remembers nothing", UNKNOWN, delivery("id-9", "new"), "follows"],
    ["a replay of the last one", entry, delivery("id-9", "c", "c", "id-2"), "replaysLast"],
    ["a replay of the last one, mapped anew", entry, delivery("id-9", "c", "new", "id-2"), "replaysLast"],
    ["a replay of an older one", entry, delivery("id-9", "b", "b", "id-1"), "repeats"],
    ["a replay of an older one, mapped anew", entry, delivery("id-9", "b", "new", "id-1"), "repeats"],
    ["a replay of an older one that is forgotten", entry, delivery("id-9", "new", "new", "id-1"), "repeats"],
    [
      "a replay of a newer one that repeated the last",
      entry,
      delivery("id-9", "c", "new", "id-3"),
      "replaysLast",
    ],
    [
      "a replay of a newer one that repeated an older",
      entry,
      delivery("id-9", "a", "new", "id-3"),
      "repeats",
    ],
    ["a replay of a newer one that was rejected", entry, delivery("id-9", "new", "new", "id-3"), "follows"],
    ["a replay where the last one is unknown", UNKNOWN, delivery("id-9", "new", "new", "id-3"), "follows"],
  ])("%s", (_title, known, received, relation) => {
    expect(relationTo(known, received)).toBe(relation);
  });

  it("remembers the last eight deliveries", () => {
    const bodies = Array.from({ length: LIMITS.rememberedDeliveries + 1 }, (_, n) => String(n));
    const full = entryAfter(...bodies);
    expect(bodies.map((body) => relationTo(full, delivery("id-99", body)))).toEqual([
      "follows",
      ...Array(LIMITS.rememberedDeliveries).fill("repeats"),
    ]);
    expect(full.values).toEqual(bodies.slice(1).reverse());
  });

  it("remembers one hash once, the newest first", () => {
    expect(
      nextEntry(entry, { leadId: "lead", targets: new Map() }, delivery("id-9", "a", "d")),
    ).toMatchObject({
      bodies: ["a", "c", "b"],
      values: ["d", "c", "b", "a"],
      deliveryId: "id-9",
    });
  });

  it("has the id of the delivery that it replays", () => {
    const next = nextEntry(entry, { leadId: "lead", targets: new Map() }, delivery("id-9", "c", "d", "id-2"));
    expect(next.deliveryId).toBe("id-2");
  });
});

describe("a value for an existing lead", () => {
  const [SENT, OTHER, BLANK] = [textHash("sent"), textHash("other"), textHash("")];
  const LEAD = { blank: "", stored: "as stored", fallback: "as fallback", edited: "by staff" };
  const STORED = textHash(LEAD.stored);
  const PLACE = { place: placeHash("place") };
  const BEFORE = {
    "nothing known": undefined,
    "the same sent": { ...PLACE, sent: SENT, stored: STORED },
    "another sent": { ...PLACE, sent: OTHER, stored: STORED },
    "blank sent": { ...PLACE, sent: BLANK, stored: BLANK },
    "blank sent, the fallback stored": { ...PLACE, sent: BLANK, stored: textHash(LEAD.fallback) },
    "the same sent elsewhere": { place: placeHash("other"), sent: SENT, stored: STORED },
    "another sent elsewhere": { place: placeHash("other"), sent: OTHER, stored: STORED },
    "the same sent at an unknown place": { place: null, sent: SENT, stored: STORED },
    "another sent at an unknown place": { place: null, sent: OTHER, stored: STORED },
    "a constant": { place: null, sent: null, stored: STORED },
  };
  const ALL = "blank stored fallback edited";
  const OPEN = "blank fallback";

  /** The values of the lead over which it is written. */
  it.each<[Relation, string | null, keyof typeof BEFORE, string]>([
    ["follows", "sent", "nothing known", OPEN],
    ["follows", "sent", "the same sent", ""],
    ["follows", "sent", "another sent", ALL],
    ["follows", "sent", "blank sent", ALL],
    ["follows", "sent", "blank sent, the fallback stored", ALL],
    ["follows", "sent", "the same sent elsewhere", OPEN],
    ["follows", "sent", "another sent elsewhere", OPEN],
    ["follows", "sent", "the same sent at an unknown place", ""],
    ["follows", "sent", "another sent at an unknown place", "blank stored fallback"],
    ["follows", "sent", "a constant", OPEN],
    ["follows", null, "nothing known", OPEN],
    ["follows", null, "another sent", OPEN],
    ["follows", null, "a constant", OPEN],
    ["replaysLast", "sent", "nothing known", OPEN],
    ["replaysLast", "sent", "the same sent", "blank stored fallback"],
    ["replaysLast", "sent", "another sent", "blank stored fallback"],
    ["replaysLast", "sent", "another sent elsewhere", "blank stored fallback"],
    ["replaysLast", "sent", "another sent at an unknown place", "blank stored fallback"],
    ["replaysLast", "sent", "blank sent", OPEN],
    ["replaysLast", "sent", "blank sent, the fallback stored", OPEN],
    ["replaysLast", null, "a constant", "blank stored fallback"],
  ])("that %s with %j after %s is written over: %s", (relation, text, before, expected) => {
    const sent = { place: "place", text };
    const written = Object.entries(LEAD).filter(([, current]) =>
      isWritten(relation, BEFORE[before], { current, sent, fallback: LEAD.fallback }),
    );
    expect(written.map(([name]) => name).join(" ")).toBe(expected);
  });
});

/** Returns texts as sent, each at a place that is named like its target. */
const sentTexts = (texts: Readonly<Record<string, string | null>>) =>
  new Map(Object.entries(texts).map(([target, text]) => [target, { text, place: target }]));

describe("the hashes of targets after a delivery", () => {
  const lead = newLead({ firstName: "Grace", phone: "+12125550123", data: { value: 7 } });
  const id = targetId;

  it("are those of the sent values and of the lead's values, including blank ones", () => {
    const sent = sentTexts({
      ...{ first_name: "Grace", phone: "212 555 0123" },
      ...{ "data.value": "7", "data.urgent": "", "data.summary": null },
    });
    const written = new Set(["first_name", "phone", "data.value", "data.urgent", "data.summary"]);
    expect(nextTargets(null, sent, { lead, written })).toEqual(
      new Map([
        [
          id("first_name"),
          { sent: textHash("Grace"), place: placeHash("first_name"), stored: textHash("Grace") },
        ],
        [
          id("phone"),
          { sent: textHash("212 555 0123"), place: placeHash("phone"), stored: textHash("+12125550123") },
        ],
        [id("data.value"), { sent: textHash("7"), place: placeHash("data.value"), stored: textHash("7") }],
        [id("data.urgent"), { sent: textHash(""), place: placeHash("data.urgent"), stored: textHash("") }],
        [id("data.summary"), { sent: null, place: null, stored: textHash("") }],
      ]),
    );
  });

  it("name what an earlier delivery stored where this one has written nothing", () => {
    const before = new Map([
      [id("first_name"), { sent: textHash("Amazing"), place: "other", stored: textHash("Amazing") }],
    ]);
    const sent = sentTexts({ first_name: "", "data.value": "9", email: "new" });
    expect(nextTargets(before, sent, { lead, written: new Set() })).toEqual(
      new Map([
        [
          id("first_name"),
          { sent: textHash(""), place: placeHash("first_name"), stored: textHash("Amazing") },
        ],
        [id("data.value"), { sent: textHash("9"), place: placeHash("data.value"), stored: textHash("") }],
        [id("email"), { sent: textHash("new"), place: placeHash("email"), stored: textHash("") }],
      ]),
    );
  });
});

describe("the stored knowledge of a delivery's lead", () => {
  const [first, second] = [entryAfter("a"), { ...entryAfter("b"), leadId: "other" }];
  const replayed = { id: "id-4", replayOf: null, leadId: "third", targets: new Map() };

  it("comes from the first record, or else from another, or else from the replayed delivery", () => {
    expect(knownEntry([first, second], replayed)).toBe(first);
    expect(knownEntry([null, second], replayed)).toEqual({ ...second, revision: 0 });
    expect(knownEntry([null, null], replayed)).toMatchObject({
      leadId: "third",
      revision: 0,
      deliveryId: "id-4",
    });
    expect(knownEntry([null], { ...replayed, replayOf: "id-2" })).toMatchObject({ deliveryId: "id-2" });
    expect(knownEntry([null], { ...replayed, leadId: null })).toBeNull();
    expect(knownEntry([], null)).toBeNull();
  });

  it("is written unless its record is already the same", () => {
    const again = nextEntry(first, { leadId: "lead", targets: new Map() }, delivery("id-0", "a"));
    expect(isEntryChanged(first, again)).toBe(false);
    expect(isEntryChanged({ ...first, revision: 0 }, again)).toBe(true);
    expect(isEntryChanged(first, { ...again, leadId: "survivor" })).toBe(true);
  });

  it("is completed by the body that an earlier release's delivery still has", () => {
    const former = { ...first, revision: 0, values: [], targets: null };
    const sent = sentTexts({ email: "a@example.com", phone: null });
    expect(withSentValues(former, null)).toBe(former);
    expect(withSentValues(former, sent)).toEqual({
      ...former,
      values: [valuesHash(sent)],
      targets: new Map([
        [
          targetId("email"),
          { sent: textHash("a@example.com"), place: placeHash("email"), stored: textHash("a@example.com") },
        ],
        [targetId("phone"), { sent: null, place: null, stored: textHash("") }],
      ]),
    });
  });
});

it("mapped values have one hash in any order, whatever blank fields the firm defines", () => {
  const hashOf = (values: Record<string, string | null>) => valuesHash(sentTexts(values));
  const sent = hashOf({ email: "a", phone: "b" });
  expect(hashOf({ phone: "b", "data.new": "", "data.constant": null, email: "a" })).toBe(sent);
  expect(hashOf({ email: "b", phone: "a" })).not.toBe(sent);
});
