import { describe, expect, it } from "@jest/globals";
import type { EventWalk } from "../../client/src/events.ts";
import { API_VERSION } from "../../client/src/generated.ts";
import { eventually } from "../support/eventually.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { failure, json, scriptedService } from "./scripted-service.ts";

useReceivers();

const page = (ids: readonly string[], nextCursor: string | null, latest?: string) =>
  json(200, { data: ids.map((id) => ({ id })), next_cursor: nextCursor, latest });

const idsOf = async (records: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
};

describe("the iterator of a list", () => {
  it("yields the records of every page, also after an empty one", async () => {
    const { client, received } = await scriptedService([
      page(["1", "2"], "b"),
      page([], "c"),
      page(["3"], null),
    ]);
    expect(await idsOf(client.listLeads.items({ query: { status: "new", limit: 2 } }))).toEqual([
      "1",
      "2",
      "3",
    ]);
    const queries = received.map(({ url }) => Object.fromEntries(new URL(url, "http://_").searchParams));
    expect(queries).toEqual([
      { status: "new", limit: "2" },
      { status: "new", limit: "2", cursor: "b" },
      { status: "new", limit: "2", cursor: "c" },
    ]);
    expect(received.map(({ headers }) => [headers.authorization, headers["intake-version"]])).toContainEqual([
      "Bearer itk_test",
      API_VERSION,
    ]);
  });

  it("yields pages", async () => {
    const { client } = await scriptedService([page(["1", "2"], "b"), page(["3"], null)]);
    const sizes: number[] = [];
    for await (const { data } of client.listMembers.pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
  });

  it("throws the caller's reason before the next record of a page in which it is aborted", async () => {
    const { client, received } = await scriptedService([page(["1", "2"], "b")]);
    const controller = new AbortController();
    const reason = new Error("The page was left.");
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of client.listLeads.items({}, { signal: controller.signal })) {
        seen.push(id);
        controller.abort(reason);
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect([seen, received.length]).toEqual([["1"], 1]);
  });

  it("throws the error of a page", async () => {
    const { client } = await scriptedService([page(["1"], "b"), failure(403, "key_disabled")]);
    await expect(idsOf(client.listLeads.items())).rejects.toMatchObject({ code: "key_disabled" });
  });
});

describe("the walk over events", () => {
  it("goes from a stored position to the newest event and reports its position", async () => {
    const steps = [page(["1", "2"], "p2", "p2"), page([], "p3", "p3"), page(["4"], null, "p4")];
    const { client, received } = await scriptedService(steps);
    const walk = client.followEvents({ after: "p0", type: "lead.created" });
    const seen: unknown[] = [];
    for await (const { id } of walk) seen.push([id, walk.position]);
    expect(seen).toEqual([
      ["1", "p0"],
      ["2", "p2"],
      ["4", "p4"],
    ]);
    expect(received.map(({ url }) => new URL(url, "http://_").search)).toEqual([
      "?type=lead.created&after=p0",
      "?type=lead.created&after=p2",
      "?type=lead.created&after=p3",
    ]);
  });

  it.each([
    [
      "a break",
      async (walk: EventWalk) => {
        for await (const { id } of walk) if (id === "1") break;
      },
    ],
    [
      "an error",
      async (walk: EventWalk) => {
        for await (const { id } of walk) if (id === "1") throw new Error("mine");
      },
    ],
  ])(
    "repeats the page of the event at which %s ended the loop, and skips none",
    async (_case, walkUntilFirst) => {
      const steps = [page(["0", "1"], "p1", "p1"), page(["0", "1"], "p1", "p1"), page(["2"], null, "p2")];
      const { client, received } = await scriptedService(steps);
      const walk = client.followEvents({ after: "p0" });
      await walkUntilFirst(walk).catch(({ message }) => expect(message).toBe("mine"));
      expect(walk.position).toBe("p0");
      expect(await idsOf(walk)).toEqual(["0", "1", "2"]);
      expect(walk.position).toBe("p2");
      expect(received.map(({ url }) => url.replace(/^.*=/, ""))).toEqual(["p0", "p0", "p1"]);
    },
  );

  it.each([undefined, ""])("begins with new events without a position (%j)", async (after) => {
    const { client, received } = await scriptedService([page(["old"], "c", "p1"), page([], null, "p1")]);
    const walk = client.followEvents({ after });
    expect(walk.position).toBeNull();
    expect(await idsOf(walk)).toEqual([]);
    expect(walk.position).toBe("p1");
    expect(received[1]?.url).toBe("/api/events?after=p1");
  });

  it("asks again at an interval until it is aborted", async () => {
    const steps = [page(["1"], null, "p1"), page([], null, "p1"), page(["2"], null, "p2")];
    const { client, received } = await scriptedService([...steps, page([], null, "p2")]);
    const controller = new AbortController();
    const { signal } = controller;
    const ids = idsOf(client.followEvents({ after: "p0", pollMilliseconds: 10, signal }));
    await eventually(() => received.length).toBeGreaterThan(4);
    controller.abort();
    expect(await ids).toEqual(["1", "2"]);
  });

  it("ends at once when it is aborted while it waits or asks", async () => {
    const { client, received } = await scriptedService([page([], null, "p1"), () => undefined]);
    for (const pollMilliseconds of [100_000, 1]) {
      const controller = new AbortController();
      const options = { after: "p0", pollMilliseconds, signal: controller.signal };
      const ids = idsOf(client.followEvents(options));
      await eventually(() => received.length).toBeGreaterThan(0);
      setTimeout(() => controller.abort(), 50);
      expect(await ids).toEqual([]);
    }
  });

  it.each([
    ["2", ["1", "2"], "p0"],
    ["3", ["1", "2", "3"], "p3"],
  ])("ends with the event of a page at which it is aborted: %s of 3", async (last, ids, position) => {
    const { client, received } = await scriptedService([page(["1", "2", "3"], "p3", "p3")]);
    const controller = new AbortController();
    const walk = client.followEvents({ after: "p0", signal: controller.signal });
    const seen: string[] = [];
    for await (const { id } of walk) {
      seen.push(id);
      if (id === last) controller.abort();
    }
    expect([seen, walk.position, received.length]).toEqual([ids, position, 1]);
  });

  it("has the position at which it began when its first page fails", async () => {
    const { client } = await scriptedService([page(["old"], "c", "p1"), failure(403, "key_disabled")]);
    const walk = client.followEvents();
    await expect(idsOf(walk)).rejects.toMatchObject({ code: "key_disabled" });
    expect(walk.position).toBe("p1");
  });

  it("throws the service's refusal", async () => {
    const { client } = await scriptedService([failure(422, "invalid_request")]);
    await expect(idsOf(client.followEvents({ after: "?" }))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});
