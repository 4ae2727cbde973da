import { describe, expect, it } from "@jest/globals";
import { memberToItem } from "../../shared/members/member.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { createSource } from "../../shared/sources/create-source.ts";
import { rotateSourceKey } from "../../shared/sources/rotate-source-key.ts";
import { type Source, sourceResource } from "../../shared/sources/source.rules.ts";
import { changeSource, sourceRecord } from "../../shared/sources/source.store.ts";
import { updateSource } from "../../shared/sources/update-source.ts";
import { sourceKey, sourceReservationKey } from "../../shared/table/record-keys.ts";
import { decided, FIRM_ID, NEW_ID, NOW_MILLISECONDS, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const attorney = newMember();
const inactive = newMember({ active: false });
const records = [
  settingsToItem(FIRM_ID, newSettings()),
  ...[attorney, inactive].map((member) => memberToItem(FIRM_ID, member)),
];

const create = (json: object, isTaken = false) =>
  decided(createSource, {
    json: { key: "Form", name: "Form", ...json },
    stored: [...records, ...(isTaken ? [{ ...sourceReservationKey(FIRM_ID, "form"), id: NEW_ID }] : [])],
  });

/** Returns a source as its creation writes it. */
const created = async (json: object): Promise<Source> => {
  const { writes = [] } = await create(json);
  const [item] = writes.flatMap((write) =>
    "New" in write && write.New.sk === sourceKey(FIRM_ID, NEW_ID).sk ? [write.New] : [],
  );
  return sourceRecord(FIRM_ID, NEW_ID).parse(item) as Source;
};

describe("a new source", () => {
  const page = "https://www.example.com";
  it.each<[string, object, object]>([
    [
      "only a key and a name",
      {},
      { mapping: {}, default_assignee_id: null, enabled: true, requests_per_minute: 1_200 },
    ],
    [
      "trimmed texts",
      { name: " Web ", mapping: { first_name: " contact.first " } },
      { name: "Web", mapping: { first_name: "contact.first" } },
    ],
    ["an assignee", { default_assignee_id: attorney.id.toUpperCase() }, { default_assignee_id: attorney.id }],
    ["a lower rate with pages that may post", { allowed_origins: [page] }, { requests_per_minute: 60 }],
    [
      "the rate of its firm with them",
      { allowed_origins: [page], requests_per_minute: 7 },
      { requests_per_minute: 7 },
    ],
  ])("has %s", async (_, json, shown) => {
    const answer = {
      key: "Form",
      version: 1,
      previous_key_expires_at: null,
      ...shown,
      ingestion_key: expect.stringMatching(/^its_[0-9A-Za-z]{49}$/),
    };
    expect(await create(json)).toMatchObject({ answer });
  });

  const MASK = "********";
  const signature = { header: "X-Sign", encoding: "base64", prefix: "sha256=", secret: "s3cret" };
  it.each<[object, object?]>([
    [
      {
        mapping: {
          first_name: { path: "first", fallback: "Unknown" },
          email: ["mail", "contact.mail"],
          phone: { paths: ["tel", "mobile"] },
          "data.case_type": { value: "family" },
          "data.value": { path: "worth", fallback: 0 },
        },
      },
    ],
    [
      {
        accept_when: [
          { path: "event", in: ["lead", "update"] },
          { path: "email", present: true },
        ],
        test_when: [{ path: "lead.test", equals: true }],
      },
    ],
    [{ json_fields: [" raw ", "answers[0].value"] }, { json_fields: ["raw", "answers[0].value"] }],
    [{ invalid_data: "omit", rejected_answer: "accepted" }],
    [{ allowed_origins: [page] }, { allowed_origins: [page], requests_per_minute: 60 }],
    [{ signature }, { signature: { ...signature, algorithm: "sha256", secret: MASK } }],
    [{ body_secret: { path: "key", value: "s3cret" } }, { body_secret: { path: "key", value: MASK } }],
    [
      {
        allowed_origins: ["HTTPS://Www.Example.com:443/", page, "http://localhost:8080"],
        redirect_url: ` ${page}/thanks?a=b `,
        error_redirect_url: "http://localhost:8080",
      },
      {
        allowed_origins: [page, "http://localhost:8080"],
        redirect_url: `${page}/thanks?a=b`,
        error_redirect_url: "http://localhost:8080/",
      },
    ],
  ])("shows its settings, and a PATCH with what it shows changes nothing: %j", async (json, shown = json) => {
    expect(await create(json)).toMatchObject({ answer: shown });
    const { writes } = await decided(updateSource, { json: shown, ...given(await created(json)) });
    expect(writes).toBeUndefined();
  });

  const origins = (...allowed_origins: string[]) => ({ allowed_origins });
  it.each<[object, string[]]>([
    [{ accept_when: [{ path: "a" }] }, ["accept_when[0]"]],
    [{ accept_when: [{ path: "a", equals: 1, present: true }] }, ["accept_when[0]"]],
    [{ test_when: [{ path: "a", equals: {} }] }, ["test_when[0].equals"]],
    [{ test_when: [{ path: "a", equals: " " }] }, ["test_when[0].equals"]],
    [{ test_when: [{ path: "a", in: ["a", null] }] }, ["test_when[0].in[1]"]],
    [{ mapping: { email: {} } }, ["mapping.email"]],
    [{ mapping: { email: { path: "a", paths: ["b"] } } }, ["mapping.email"]],
    [{ mapping: { email: { path: "a", value: "b@c.io" } } }, ["mapping.email"]],
    [{ mapping: { email: { value: "b@c.io", fallback: "b@c.io" } } }, ["mapping.email.fallback"]],
    [{ mapping: { email: { fallback: "b@c.io" } } }, ["mapping.email"]],
    [{ mapping: { "data.summary": { value: "x".repeat(4_001) } } }, ["mapping.data.summary.value"]],
    [{ invalid_data: "drop", rejected_answer: "ok" }, ["invalid_data", "rejected_answer"]],
    [{ signature: {} }, ["signature.header", "signature.secret"]],
    ...["a b", "Authorization", "cookie"].map((header): [object, string[]] => [
      { signature: { header, secret: "x" } },
      ["signature.header"],
    ]),
    [{ signature: { ...signature, secret: " " } }, ["signature.secret"]],
    [
      { signature: { ...signature, secret: "<secret>" }, body_secret: { path: "a", value: "<secret>" } },
      ["signature.secret", "body_secret.value"],
    ],
    [{ body_secret: { path: "a[" } }, ["body_secret.path", "body_secret.value"]],
    [
      { signature: { ...signature, secret: MASK }, body_secret: { path: "a", value: ` ${MASK} ` } },
      ["signature.secret", "body_secret.value"],
    ],
    [origins("*"), ["allowed_origins[0]"]],
    [
      origins("https://a.example", "www.example.com", "null", "https://a.example/page", "ftp://a.example"),
      [1, 2, 3, 4].map((n) => `allowed_origins[${n}]`),
    ],
    [
      origins("https://user@a.example", "https://a.example/?q", ""),
      [0, 1, 2].map((n) => `allowed_origins[${n}]`),
    ],
    [origins(`https://${"a.".repeat(100)}example`), ["allowed_origins[0]"]],
    [origins(`https://${"ä.".repeat(50)}example`), ["allowed_origins[0]"]],
    [
      { redirect_url: "/thanks", error_redirect_url: "javascript:alert(1)" },
      ["redirect_url", "error_redirect_url"],
    ],
    [
      { redirect_url: "", error_redirect_url: `https://a.example/${"x".repeat(2_000)}` },
      ["redirect_url", "error_redirect_url"],
    ],
    [{ redirect_url: "https://a.example/\nx: y" }, ["redirect_url"]],
  ])("is refused with settings that are invalid, as is a PATCH: %j", async (json, fields) => {
    const refusal = ["invalid_request", ...fields];
    expect(await refusalOf(create(json))).toEqual(refusal);
    expect(await refusalOf(decided(updateSource, { json, ...given(await created({})) }))).toEqual(refusal);
  });

  it.each<[string, object, string[], boolean?]>([
    ["a key that is taken, in any case", { name: "" }, ["name", "key"], true],
    ["an unknown assignee", { default_assignee_id: NEW_ID }, ["default_assignee_id"]],
    [
      "everything at once",
      {
        key: "web form",
        name: undefined,
        mapping: { "data.nickname": "a", email: "a..b", phone: 7 },
        default_assignee_id: inactive.id,
        enabled: "yes",
      },
      [
        "key",
        "name",
        "mapping.email",
        "mapping.phone",
        "enabled",
        "mapping.data.nickname",
        "default_assignee_id",
      ],
    ],
  ])("is refused for %s", async (_, json, fields, isTaken = false) => {
    const [code, ...named] = await refusalOf(create(json, isTaken));
    expect([code, named.sort()]).toEqual(["invalid_request", fields.sort()]);
  });
});

const given = (source: Source, expectedVersions: readonly string[] | null = null) => ({
  stored: [...records, { ...sourceKey(FIRM_ID, source.id), ...source }],
  request: { params: { id: source.id }, expectedVersions },
});

describe("a PATCH of a source", () => {
  const signature = { header: "X-Sign", secret: "s3cret" };
  const stored = { ...signature, algorithm: "sha256", encoding: "hex", prefix: "" } as const;
  const before = created({
    ...{ mapping: { email: "mail" }, default_assignee_id: attorney.id },
    ...{ signature, body_secret: { path: "key", value: "s3cret" } },
  });

  it.each<[string, object, Partial<Source>]>([
    ["the name", { name: "Renamed", enabled: true }, { name: "Renamed" }],
    ["the assignee to none", { default_assignee_id: null }, { defaultAssigneeId: null }],
    ["to disabled, with its key", { enabled: false }, { enabled: false }],
    ["its secret to none", { signature: null }, { signature: null }],
    [
      "its secret",
      { signature: { ...signature, secret: "new" } },
      { signature: { ...stored, secret: "new" } },
    ],
    [
      "the header beside masked secrets",
      {
        signature: { ...stored, header: "X-Other", secret: "********" },
        body_secret: { path: "key", value: "********" },
      },
      { signature: { ...stored, header: "X-Other" } },
    ],
    ["the rate, with that of its key", { requests_per_minute: 60 }, { requestsPerMinute: 60 }],
  ])("changes %s", async (_, json, fields) => {
    const source = await before;
    expect(await decided(updateSource, { json, ...given(source) })).toEqual({
      writes: changeSource(FIRM_ID, source, fields, NOW_MILLISECONDS),
      answer: sourceResource({ ...source, ...fields, version: 2 }, NOW_MILLISECONDS),
    });
  });

  it.each([[{}], [{ key: " Form ", name: "Form", mapping: { email: "mail" } }]])(
    "writes nothing with %j",
    async (json) => {
      const source = await before;
      expect(await decided(updateSource, { json, ...given(source) })).toEqual({
        answer: sourceResource(source, NOW_MILLISECONDS),
      });
    },
  );

  const PAGES = { allowed_origins: ["https://www.example.com"] };
  const rate = (requests_per_minute: number) => ({ requests_per_minute });
  it.each<[string, object, object, number]>([
    ["60 with the first page", {}, PAGES, 60],
    ["1,200 without the last page", PAGES, { allowed_origins: [] }, 1_200],
    ["what the firm sets together with a page", {}, { ...PAGES, ...rate(1_200) }, 1_200],
    ["what the firm has set, with a page too", rate(90), PAGES, 90],
    ["what the firm sets", PAGES, rate(1_200), 1_200],
  ])("has a rate of %s", async (_, json, change, shown) => {
    const decision = decided(updateSource, { json: change, ...given(await created(json)) });
    expect(await decision).toMatchObject({ answer: rate(shown) });
  });

  it.each<[string, object, string[], (readonly string[] | null)?]>([
    [
      "everything at once",
      { key: "other", name: "", mapping: { id: "a" }, enabled: 1 },
      ["invalid_request", "name", "enabled", "key", "mapping.id"],
    ],
    [
      "an inactive assignee",
      { default_assignee_id: inactive.id },
      ["invalid_request", "default_assignee_id"],
    ],
    ["a version that is not current", { name: "New" }, ["version_conflict"], ["2"]],
  ])("is refused for %s", async (_, json, refusal, versions = null) => {
    const refused = await refusalOf(decided(updateSource, { json, ...given(await before, versions) }));
    expect(refused.sort()).toEqual(refusal.sort());
  });
});

it.each<[string, object, string[]]>([
  ["what a GET shows", {}, []],
  ["the assignee in another case", { default_assignee_id: inactive.id.toUpperCase() }, []],
  ["another path for that field", { mapping: { "data.gone": "other" } }, ["mapping.data.gone"]],
])("a PATCH of a source whose field and assignee are gone, with %s", async (_, json, fields) => {
  const before = {
    ...(await created({})),
    ...{ mapping: { "data.gone": "matter", email: "mail" }, defaultAssigneeId: inactive.id },
  };
  const shown = sourceResource(before, NOW_MILLISECONDS);
  const decision = decided(updateSource, { json: { ...shown, ...json }, ...given(before) });
  if (fields.length > 0) return expect(await refusalOf(decision)).toEqual(["invalid_request", ...fields]);
  expect(await decision).toEqual({ answer: shown });
});

describe("a rotation of a source's key", () => {
  it.each<[string, object, string | null]>([
    ["for a day", {}, "2055-03-03T12:00:00.000Z"],
    ["for an hour", { old_key_valid_hours: 1 }, "2055-03-02T13:00:00.000Z"],
    ["no longer", { old_key_valid_hours: 0 }, null],
  ])("lets the previous one work %s", async (_, json, expires) => {
    const { writes = [], ...decision } = await decided(rotateSourceKey, {
      json,
      ...given(await created({})),
    });
    const ingestion_key = expect.stringMatching(/^its_/);
    expect(decision).toMatchObject({
      answer: { version: 2, ingestion_key, previous_key_expires_at: expires },
    });
    const end = expires === null ? [] : [{ expiresAtEpochSeconds: Date.parse(expires) / 1000 }];
    const lists = writes.flatMap((write) =>
      "Update" in write
        ? Object.values(Object(write.Update.ExpressionAttributeValues)).filter(Array.isArray)
        : [],
    );
    expect(lists).toEqual([[expect.anything(), ...end.map((key) => expect.objectContaining(key))]]);
  });

  it("is refused for a version that is not current", async () => {
    expect(await refusalOf(decided(rotateSourceKey, given(await created({}), ["2"])))).toEqual([
      "version_conflict",
    ]);
  });
});
