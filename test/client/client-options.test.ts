import { describe, expect, it } from "@jest/globals";
import { createIntakeClient, type IntakeClient } from "../../client/src/intake-client.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { json, scriptedService } from "./scripted-service.ts";

useReceivers();

const KEY = "itk_test";
const BASE_URL = "https://intake.example.com";
const create = (baseUrl: unknown, apiKey: unknown): IntakeClient =>
  createIntakeClient({ baseUrl: baseUrl as string, apiKey: apiKey as string });

describe("the address of the service", () => {
  it.each([
    ["no address", undefined, /^baseUrl must be an address .* it is undefined\./],
    [
      "a host without a scheme",
      "intake.example.com",
      /it is "intake\.example\.com"\. An example of a right one: "https:/,
    ],
    [
      "a host and a port without a scheme",
      "localhost:3000",
      /must be an address with https:\/\/ or http:\/\//,
    ],
    ["another scheme", "ftp://example.com", /must be an address/],
    ["the path that the client adds", `${BASE_URL}/api/`, /must not end with \/api/],
    ["a query", `${BASE_URL}?key=1`, /no query/],
    ["a user name", "https://user@intake.example.com", /no query, fragment, user name or password/],
    ["a password", "https://:SECRET@intake.example.com", /user name or password; it is "…@intake/],
    ["a password in no address", "https://user:SECRET/@intake.example.com", /must be an address/],
  ])("is refused when the client is created: %s", (_case, baseUrl, message) => {
    expect(() => create(baseUrl, KEY)).toThrow(message);
    expect(() => create(baseUrl, KEY)).toThrow(TypeError);
    expect(() => create(baseUrl, KEY)).not.toThrow(/SECRET/);
  });

  it("may have no TLS, as a local service", () => {
    expect(() => create("http://127.0.0.1:3000", KEY)).not.toThrow();
  });

  it("may end with a slash and have a path before /api", async () => {
    const { client, received, baseUrl } = await scriptedService([json(200, {})]);
    await client.getMe();
    await create(`${baseUrl}/intake/`, KEY).getMe();
    expect(received.map(({ url }) => url)).toEqual(["/api/me", "/intake/api/me"]);
  });
});

describe("the key", () => {
  it.each([
    ["none", undefined, /is missing: the environment variable/],
    ["an empty one", "", /is missing/],
    ["the ingestion key of a lead source", "its_abc", /ingestion key of a lead source \("its_…"\)/],
    ["a header", "Bearer itk_abc", /without "Bearer"/],
    ["another service's", "sk_live_abc", /must begin with "itk_"/],
    ["one with a line break", "itk_abc\n", /white space or a line break/],
    ["no text", 7, /it is of type number/],
  ])("is refused when the client is created: %s", (_case, apiKey, message) => {
    expect(() => create(BASE_URL, apiKey)).toThrow(message);
  });

  it("is not in the message", () => {
    for (const apiKey of ["its_SECRET", "SECRET", "itk_SECRET\n"]) {
      expect(() => create(BASE_URL, apiKey)).toThrow(/^apiKey (?!.*SECRET)/);
    }
  });

  it("may come from a function that is called, and checked, at each call", async () => {
    const { received, baseUrl } = await scriptedService([json(200, {})]);
    const keys = ["itk_1", "itk_2", "its_3"];
    const client = createIntakeClient({ baseUrl, apiKey: async () => keys.shift() ?? "" });
    await client.getMe();
    await client.getMe();
    await expect(client.getMe()).rejects.toThrow(/^getMe: apiKey is the ingestion key/);
    expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer itk_1", "Bearer itk_2"]);
  });
});

describe("an id that is missing, as only JavaScript allows", () => {
  it("is refused before a request is made", async () => {
    const { client, received } = await scriptedService([json(200, {})]);
    const call = client.getLead({ path: {} } as { path: { id: string } });
    await expect(call).rejects.toThrow("getLead: path.id is missing.");
    expect(received).toEqual([]);
  });
});

describe("an id that would lead to another path", () => {
  it.each([".", ".."])("is refused before a request is made: %s", async (id) => {
    const { client, received } = await scriptedService([json(200, {})]);
    await expect(client.archiveLead({ path: { id } })).rejects.toThrow(`archiveLead: path.id is "${id}".`);
    expect(received).toEqual([]);
  });
});

it("a session goes without a key, and signing in names the desk beside its token", async () => {
  const sent: Headers[] = [];
  const options = {
    baseUrl: "https://intake.example.com",
    fetch: async (_url: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers));
      return new Response(null, { status: 204 });
    },
  };
  await createIntakeClient({ ...options, session: true }).deleteSession();
  await createIntakeClient({ ...options, apiKey: "iti_token" }).createSession({ body: {} });
  await createIntakeClient({ ...options, apiKey: "itk_key" }).getMe();
  expect(sent.map((headers) => [headers.get("authorization"), headers.get("intake-desk")])).toEqual([
    [null, "1"],
    ["Bearer iti_token", "1"],
    ["Bearer itk_key", null],
  ]);
});
