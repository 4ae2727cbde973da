import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
beforeAll(async () => {
  firm = await newFirm(table);
});

const outcomeOfHeader = async (authorization: string | undefined) => {
  const headers = authorization === undefined ? undefined : { authorization };
  const request = { params: { id: firm.attorney.id }, headers };
  const response = await call(getLead, request);
  const { status, body } = response;
  return { status, code: body.error.code, challenge: response.headers["www-authenticate"] };
};

describe("the Authorization header", () => {
  it.each(["Bearer", "bearer", "BEARER", "bEaReR"])("accepts its scheme in any case: %s", async (scheme) => {
    expect(await outcomeOfHeader(`${scheme} ${firm.apiKey}`)).toMatchObject({ status: 404 });
  });

  it.each([undefined, "", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Token abc", "Bearerabc"])(
    "%j contains no key: 401 missing_key with a challenge",
    async (authorization) => {
      const missing = { status: 401, code: "missing_key", challenge: "Bearer" };
      expect(await outcomeOfHeader(authorization)).toEqual(missing);
    },
  );

  it("without a scheme contains no key: missing_key", async () => {
    expect(await outcomeOfHeader(firm.apiKey)).toMatchObject({ code: "missing_key" });
  });
});

describe("a malformed key", () => {
  const mistyped = () => {
    const last = firm.apiKey.endsWith("0") ? "1" : "0";
    return [
      firm.apiKey.slice(0, -1) + last,
      firm.apiKey.slice(0, -1),
      `${firm.apiKey}0`,
      firm.apiKey.replace("itk_", "its_"),
      firm.apiKey.replace("itk_", "itx_"),
      firm.apiKey.toLowerCase(),
      "x",
      "null",
      `${firm.apiKey} ${firm.apiKey}`,
      `${firm.apiKey},`,
    ];
  };

  it("is 401 invalid_key", async () => {
    for (const key of mistyped()) {
      expect(await outcomeOfHeader(`Bearer ${key}`)).toEqual({
        status: 401,
        code: "invalid_key",
        challenge: 'Bearer error="invalid_token"',
      });
    }
  });

  it("is rejected without a call to the store", async () => {
    const store = mockClient(DynamoDBDocumentClient);
    try {
      for (const key of mistyped()) expect((await call(getLead, { key })).status).toBe(401);
      expect(store.calls()).toEqual([]);
    } finally {
      store.restore();
    }
  });
});

describe("the rate limit", () => {
  it("is in the headers of every response, and 429 has Retry-After", async () => {
    const key = await addKey(table, firm.firmId, { requestsPerMinute: 2 });
    const responses = [];
    for (let request = 0; request < 3; request++)
      responses.push(await call(getLead, { key, params: { id: firm.attorney.id } }));
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 429]);
    for (const { headers } of responses) expect(headers["ratelimit-policy"]).toBe('"requests";q=2;w=60');
    const seconds = Number(responses[2]?.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(responses.map(({ headers }) => headers.ratelimit)).toEqual([
      expect.stringMatching(/^"requests";r=1;t=\d+$/),
      expect.stringMatching(/^"requests";r=0;t=\d+$/),
      expect.stringMatching(/^"requests";r=0;t=\d+$/),
    ]);
  });
});
