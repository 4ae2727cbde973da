import { afterEach, expect, it, jest } from "@jest/globals";
import { ensureFeed } from "../../../../lib/local/demo/demo-addresses.ts";

const FIRM = { firm_id: "f1", api_key: "itk_1", attorney_id: "a1", base_url: "http://localhost:4000" };
const NAME = "Demo court calendar";

afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns the requests that change the firm's feeds. */
const changes = async (...feeds: { id: string; name: string; url: string }[]) => {
  const sent: string[] = [];
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init);
    if (method !== "GET") sent.push(`${method} ${new URL(url).pathname}`);
    return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ data: feeds });
  });
  await ensureFeed(FIRM);
  return sent;
};

const CREATED = "POST /api/members/a1/feeds";

it("replaces the demo's feed of an earlier start", async () => {
  const feed = { id: "d1", name: NAME, url: "http://localhost:3000/…" };
  expect(await changes(feed)).toEqual(["DELETE /api/members/a1/feeds/d1", CREATED]);
});

it("leaves the demo's feed of this start", async () => {
  expect(await changes({ id: "d1", name: NAME, url: "http://localhost:4000/…" })).toEqual([]);
});

it.each(["Court calendar", NAME])("leaves the user's own feed, named %s", async (name) => {
  expect(await changes({ id: "d1", name, url: "https://calendar.example.com/…" })).toEqual([CREATED]);
});
