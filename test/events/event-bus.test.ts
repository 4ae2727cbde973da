import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { connectEventBus, publish } from "../../shared/events/event-bus.ts";

const bus = connectEventBus("test-bus");
const eventBridge = mockClient(EventBridgeClient);

beforeEach(() => {
  eventBridge.reset();
  eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => ({
    Entries: Entries.map((_, index) => ({ EventId: String(index) })),
  }));
});

/** Publications identified by their index, each with an entry of `bytes` bytes (at least 8). */
const publications = (count: number, bytes = 100) =>
  Array.from({ length: count }, (_, origin) => ({
    origin,
    entry: { Source: "intake", DetailType: "é", Detail: "x".repeat(bytes - 8) },
  }));

const requestSizes = () =>
  eventBridge.commandCalls(PutEventsCommand).map(({ args: [{ input }] }) => input.Entries?.length);

describe("publishing to the bus", () => {
  const LIMIT = 256 * 1024;

  it.each<[string, number, number, number[]]>([
    ["nothing", 0, 100, []],
    ["one", 1, 100, [1]],
    ["ten", 10, 100, [10]],
    ["eleven", 11, 100, [10, 1]],
    ["twenty-five", 25, 100, [10, 10, 5]],
    ["four of a quarter of the request limit", 4, LIMIT / 4, [4]],
    ["four of one byte more", 4, LIMIT / 4 + 1, [3, 1]],
    ["entries of the whole limit", 2, LIMIT, [1, 1]],
    ["entries beyond the limit, which are sent alone", 2, LIMIT + 1, [1, 1]],
  ])("sends %s in as few calls as the limits allow", async (_, count, bytes, sizes) => {
    expect(await publish(bus, publications(count, bytes))).toEqual([]);
    expect(requestSizes()).toEqual(sizes);
  });

  it("keeps the order across calls", async () => {
    const numbered = publications(23).map(({ origin }) => ({ origin, entry: { Detail: String(origin) } }));
    await publish(bus, numbered);
    const sent = eventBridge.commandCalls(PutEventsCommand).flatMap(({ args: [{ input }] }) => input.Entries);
    expect(sent.map((entry) => Number(entry?.Detail))).toEqual(numbered.map(({ origin }) => origin));
  });

  it("returns exactly the rejected entries with their error codes", async () => {
    eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => ({
      FailedEntryCount: 1,
      Entries: Entries.map((_, index) =>
        index === 1 ? { ErrorCode: "InternalFailure", ErrorMessage: "x" } : { EventId: String(index) },
      ),
    }));
    expect(await publish(bus, publications(13))).toEqual([
      { origin: 1, code: "InternalFailure" },
      { origin: 11, code: "InternalFailure" },
    ]);
  });

  it("returns an entry without a result as rejected", async () => {
    eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: "0" }] });
    expect(await publish(bus, publications(2))).toEqual([{ origin: 1, code: "NoAnswer" }]);
  });

  it("continues after a failed call and returns all entries of that call", async () => {
    eventBridge
      .on(PutEventsCommand)
      .rejectsOnce(Object.assign(new Error("slow"), { name: "ThrottlingException" }))
      .resolves({ Entries: [{ EventId: "10" }, { EventId: "11" }] });
    const rejected = await publish(bus, publications(12));
    expect(rejected).toEqual(
      Array.from({ length: 10 }, (_, origin) => ({ origin, code: "ThrottlingException" })),
    );
    expect(requestSizes()).toEqual([10, 2]);
  });
});
