import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { handler as routeNotFound } from "../../functions/fallback/route-not-found.ts";
import { scopesOfAccess } from "../../shared/api/access.ts";
import {
  type EndpointDefinition,
  methodsOf,
  SCOPES,
  type Scope,
} from "../../shared/api/endpoint-definition.ts";
import { formatSecretKey, SECRET_BYTES } from "../../shared/api/keys/secret-key.ts";
import { LATEST_API_VERSION } from "../../shared/api/request-headers.ts";
import { getCalendarFeedEndpoint } from "../../shared/calendars/calendar-link.contract.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { getLinkEndpoint } from "../../shared/links/by-link.contract.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { CACHED_MILLISECONDS } from "../../shared/table/record-cache.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";
import { advanceDate } from "../support/fake-date.ts";
import { addKey } from "../support/firms.ts";
import { type ApiRequest, type ApiResponse, httpEvent, lambdaContext } from "../support/http-call.ts";
import { hasSettingsBody } from "../support/settings-endpoints.ts";
import { useTable } from "../support/test-table.ts";
import { useEndpoint } from "../support/use-endpoint.ts";

const table = useTable();
let otherFirm: Awaited<ReturnType<typeof everyEndpoint>>;
beforeAll(async () => {
  otherFirm = await everyEndpoint(table);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Those that take a key. */
const ROWS: readonly EndpointDefinition[] = ENDPOINTS.filter(({ isKeyless }) => !isKeyless);
const hasId = ({ path }: EndpointDefinition) => path.includes("{id}");

const UNKNOWN_IDS = {
  id: randomUUID(),
  deliveryId: randomUUID(),
  linkId: randomUUID(),
  sessionId: randomUUID(),
  checkId: randomUUID(),
};

/** Wrong in every part that is checked after the record. */
const WRONG: ApiRequest = {
  body: "{",
  query: { limit: "x", cursor: "x", from: "x", state: "x" },
  headers: { "intake-version": "x", "if-match": "x", "idempotency-key": "a b" },
};

const NO_OBJECTS = ["{", "{}{}", '"text"', "7", "null", "[]", "first_name=Ada"];
const UUIDS = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const VERSION_CONFLICT = [409, "version_conflict"];

describe.each(ROWS)("$method $path", (definition) => {
  const { firm, validRequest, expectSuccess, expectRefused } = useEndpoint(table, definition);
  const { keyKind } = definition;

  it("needs a known key that is enabled, whatever else is wrong", async () => {
    const valid = await validRequest();
    const wrong = { ...WRONG, params: UNKNOWN_IDS, body: "x".repeat(LIMITS.bodyBytes + 1) };
    const withKey = (key: string) => [valid, wrong].map((request) => ({ ...request, key }));
    await expectRefused(withKey(""), [401, "missing_key"]);
    const keys = ["itk_x", formatSecretKey("api", randomBytes(SECRET_BYTES))];
    await expectRefused(keys.flatMap(withKey), [401, "invalid_key"]);
    const disabled = await addKey(table, firm().firmId, { scopes: [...SCOPES], enabled: false });
    await expectRefused(withKey(disabled), [403, "key_disabled"]);
  });

  it(`refuses every kind of key but that of ${keyKind ?? "the API"}`, async () => {
    const keys = {
      api: await addKey(table, firm().firmId, { scopes: [...SCOPES] }),
      link: await firm().keyFor(getLinkEndpoint),
      calendar: await firm().keyFor(getCalendarFeedEndpoint),
    };
    const others = Object.entries(keys).filter(([kind]) => kind !== (keyKind ?? "api"));
    for (const [, key] of others) {
      const request = { ...WRONG, params: UNKNOWN_IDS, key };
      await expectRefused([await validRequest({ key }), request], [403, "insufficient_scope"]);
    }
  });

  it("refuses an unknown API version", async () => {
    const headers = { "intake-version": "2020-01-01" };
    await expectRefused([await validRequest({ headers })], [422, "invalid_request", "Intake-Version"]);
  });

  it("refuses query parameters that it does not have, unless a key in the address lets others add some", async () => {
    const { query } = await validRequest();
    const unknown = { firm_id: otherFirm.firmId, "x[]": "1", constructor: "x" };
    const request = await validRequest({ query: { ...query, ...unknown } });
    await expectRefused([request], [422, "invalid_request", ...Object.keys(unknown)]);
    await expectSuccess({ query: { ...query, firm_id: " " } });
    if (["create-lead", "get-calendar-feed"].includes(definition.name))
      await expectSuccess({ query: { key: "x", ...unknown } });
  });

  it("ignores headers and a body that it does not have", async () => {
    const answer = await expectSuccess({
      ...(!definition.body && { body: "null" }),
      headers: {
        ...(!definition.acceptsIfMatch && { "if-match": '"99"' }),
        ...(!definition.acceptsIdempotencyKey && { "idempotency-key": "a b" }),
      },
    });
    expect(JSON.stringify(answer.body ?? "")).not.toContain(otherFirm.firmId);
  });

  it("answers with empty caches and with full ones, also when asked for the latest API version", async () => {
    // The cache decides which calls a function makes, and so which grants it needs.
    advanceDate(CACHED_MILLISECONDS + 1_000);
    await expectSuccess({ headers: { "intake-version": LATEST_API_VERSION } });
    await expectSuccess();
  });
});

const rowsWith = (applies: (row: EndpointDefinition) => unknown) => ROWS.filter(applies);
const rowsWithout = (applies: (row: EndpointDefinition) => unknown) => ROWS.filter((row) => !applies(row));

describe.each(rowsWithout((row) => row.keyKind))("$method $path", (definition) => {
  const { firm, validRequest, expectSuccess, expectRefused } = useEndpoint(table, definition);
  const { scope } = definition;

  it(`needs ${scope ? `the scope ${scope}` : "no scope"} and no other`, async () => {
    const keyWith = (scopes: Scope[]) => addKey(table, firm().firmId, { scopes });
    const granted = definition.name === "create-sign-in-link" ? scopesOfAccess("read") : [];
    const needed = SCOPES.filter((each) => each === scope || granted.includes(each));
    await expectSuccess({ key: await keyWith(needed) });
    if (scope === null) return;
    const key = await keyWith(SCOPES.filter((each) => each !== scope));
    const requests = [await validRequest({ key }), { ...WRONG, params: UNKNOWN_IDS, key }];
    await expectRefused(requests, [403, "insufficient_scope"]);
  });
});

describe.each(rowsWithout(hasSettingsBody))("$method $path", (definition) => {
  const { validRequest, expectSuccess } = useEndpoint(table, definition);

  it("ignores fields that it does not have, up to 64 KiB", async () => {
    const { body } = await validRequest();
    const fields = { ...Object(body), firm_id: otherFirm.firmId, unknown: "" };
    const unknown = "x".repeat(LIMITS.bodyBytes - JSON.stringify(fields).length);
    const answer = await expectSuccess({ body: { ...fields, unknown } });
    expect(JSON.stringify(answer.body ?? "")).not.toContain(otherFirm.firmId);
  });
});

describe.each(rowsWith(hasSettingsBody))("$method $path", (definition) => {
  const { validRequest, expectRefused } = useEndpoint(table, definition);

  it("refuses a field that it does not have", async () => {
    const { body, ...valid } = await validRequest();
    const request = { ...valid, body: { ...Object(body), firm_id: otherFirm.firmId } };
    await expectRefused([request], [422, "invalid_request", "firm_id"]);
  });
});

describe.each(rowsWith((row) => hasSettingsBody(row) && row.method === "PATCH"))(
  "$method $path",
  (definition) => {
    const { validRequest, expectSuccess } = useEndpoint(table, definition);

    it("accepts a document as it shows it, and changes nothing", async () => {
      const { params } = await validRequest();
      const { body } = await expectSuccess({ params });
      const repeated = await expectSuccess({ params, body });
      expect(repeated.body).toEqual(body);
    });
  },
);

describe.each(rowsWithout((row) => row.acceptsIngestionKey))("$method $path", (definition) => {
  const { firm, validRequest, expectRefused } = useEndpoint(table, definition);
  const isPublishedCalendar = definition.keyKind === "calendar";

  it(`refuses an ingestion key, and ${isPublishedCalendar ? "takes only its own" : "reads no"} key from the address`, async () => {
    const ingestion = await addKey(table, firm().firmId, { kind: "ingestion", scopes: [...SCOPES] });
    await expectRefused([await validRequest({ key: ingestion })], [403, "insufficient_scope"]);
    const valid = await validRequest({ key: "" });
    const others = [getLinkEndpoint, ...(isPublishedCalendar ? [] : [getCalendarFeedEndpoint])];
    const keys = [ingestion, firm().key, ...(await Promise.all(others.map(firm().keyFor)))];
    const inAddress = keys.map((key) => ({ ...valid, query: { ...valid.query, key } }));
    await expectRefused(inAddress, [401, isPublishedCalendar ? "invalid_key" : "missing_key"]);
  });
});

describe.each(rowsWithout(({ method }) => method === "GET"))("$method $path", (definition) => {
  const { validRequest, expectRefused } = useEndpoint(table, definition);

  it("refuses a body over 64 KiB before it looks for the record", async () => {
    const body = "x".repeat(LIMITS.bodyBytes + 1);
    const requests = [await validRequest({ body }), { ...WRONG, params: UNKNOWN_IDS, body }];
    await expectRefused(requests, [413, "payload_too_large"]);
  });

  it("refuses a delivery of this service's own webhook, which would cause the next one", async () => {
    const headers = { "intake-endpoint-id": randomUUID() };
    await expectRefused([await validRequest({ headers })], [422, "invalid_request", "Intake-Endpoint-Id"]);
  });
});

describe.each(rowsWith(hasId))("$method $path", (definition) => {
  const { firm, send, validRequest, expectRefused } = useEndpoint(table, definition);
  const idsIn = (params: object) =>
    Object.keys(params).filter((name) => !definition.pathTexts?.includes(name));

  it("names an id of the path that is not a UUID", async () => {
    const { params, ...valid } = await validRequest();
    for (const name of idsIn(params ?? {})) {
      const { body } = await send({ ...valid, params: { ...params, [name]: "7" } });
      expect(body.error.message).toBe(`No such record: the ${name} in the path is not a UUID.`);
    }
  });

  it("does not find another firm's record, an unknown or a malformed id, whatever else is wrong", async () => {
    const valid = await validRequest();
    const own = await firm().paramsOf(definition);
    const others = await otherFirm.paramsOf(definition);
    const absent = idsIn(own).flatMap((name) =>
      [others[name], randomUUID(), "7"].map((id) => ({ ...own, [name]: String(id) })),
    );
    const requests = [...absent, others].flatMap((params) => [
      { ...valid, params },
      { ...WRONG, params },
    ]);
    await expectRefused(requests, [404, "not_found"]);
  });
});

describe.each(rowsWith((row) => row.method === "GET" && !hasId(row)))("$method $path", (definition) => {
  const { send, validRequest } = useEndpoint(table, definition);

  it("shows no record of another firm", async () => {
    const request = await validRequest();
    const idsOf = ({ body }: ApiResponse): string[] => JSON.stringify(body).match(UUIDS) ?? [];
    const others = idsOf(await otherFirm.send(definition, request));
    expect(idsOf(await send(request)).filter((id) => others.includes(id))).toEqual([]);
  });
});

describe.each(rowsWith((row) => row.body))("$method $path", (definition) => {
  const { validRequest, expectRefused } = useEndpoint(table, definition);

  it("refuses a body that is no JSON object", async () => {
    const valid = await validRequest();
    const requests = NO_OBJECTS.map((body) => ({ ...valid, body }));
    await expectRefused(requests, [422, "invalid_request", "body"]);
  });
});

describe.each(rowsWithout((row) => row.body))("$method $path", (definition) => {
  const { expectSuccess } = useEndpoint(table, definition);

  it("does not read the body", async () => {
    await expectSuccess({ body: "{" });
  });
});

describe.each(rowsWith((row) => row.acceptsIfMatch))("$method $path", (definition) => {
  const { validRequest, expectSuccess, expectRefused } = useEndpoint(table, definition);
  const withVersions = (versions: string) => validRequest({ headers: { "if-match": versions } });

  it("changes only the version that If-Match names", async () => {
    await expectRefused([await withVersions('"0"'), await withVersions('"7", "99"')], VERSION_CONFLICT);
    await expectRefused([await withVersions("1")], [422, "invalid_request", "If-Match"]);
    const { params = {} } = await validRequest();
    const { body: changed } = await expectSuccess({ params, headers: { "if-match": "*" } });
    const headers = { "if-match": `"99", "${changed?.version ?? 1}"` };
    // A deleted record is followed by a new one, of version 1. A client's link shows an etag instead.
    if (definition.acceptsIfMatch === "version")
      await expectSuccess(changed ? { params, headers } : { headers });
  });
});

describe.each(rowsWith((row) => row.acceptsIdempotencyKey))("$method $path", (definition) => {
  const { send, validRequest, expectSuccess, expectRefused } = useEndpoint(table, definition);

  it("answers a repeat with the same Idempotency-Key alike, and refuses another body", async () => {
    const request = await validRequest({ headers: { "idempotency-key": "key" } });
    const [first, repeat] = [await send(request), await send(request)];
    expect([repeat.status, repeat.body]).toEqual([definition.response.status, first.body]);
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    expect(repeat.headers).toMatchObject({ "idempotent-replayed": "true" });
    const another = { ...request, body: { ...Object(request.body), another: true } };
    const malformed = { ...request, headers: { "idempotency-key": "a b" } };
    await expectRefused([another, malformed], [422, "invalid_request", "Idempotency-Key"]);
  });

  it("accepts an Idempotency-Key that another firm has sent", async () => {
    const headers = { "idempotency-key": "shared" };
    await expectSuccess({ headers });
    const params = await otherFirm.paramsOf(definition);
    const request = { ...otherFirm.requestOf(definition), params, headers };
    const { status, headers: sent } = await otherFirm.send(definition, request);
    expect([status, sent["idempotent-replayed"]]).toEqual([definition.response.status, undefined]);
  });
});

describe.each([...new Set(ENDPOINTS.map(({ path }) => path))])("%s", (path) => {
  const methods: string[] = ENDPOINTS.filter((row) => row.path === path).flatMap(methodsOf);
  const request = (method: string) =>
    routeNotFound({ ...httpEvent({ method }), rawPath: path }, lambdaContext());

  it(`has no methods except ${methods.join(" and ")}`, async () => {
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"].filter(
      (each) => !methods.includes(each),
    );
    for (const method of others) expect(await request(method)).toMatchObject({ statusCode: 404 });
    const allow = [...methods, "OPTIONS"].join(", ");
    expect(await request("OPTIONS")).toMatchObject({ statusCode: 204, headers: { allow } });
  });
});
