import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { mockClient } from "../../support/mock-client.ts";
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

  it("contains no key without a scheme: missing_key", async () => {
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

  it("answers 401 invalid_key without a call to the store", async () => {
    const store = mockClient(DynamoDBDocumentClient);
    try {
      for (const key of mistyped())
        expect(await outcomeOfHeader(`Bearer ${key}`)).toEqual({
          status: 401,
          code: "invalid_key",
          challenge: 'Bearer error="invalid_token"',
        });
      expect(store.calls()).toEqual([]);
    } finally {
      store.restore();
    }
  });
});
