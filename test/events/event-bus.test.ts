import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { connectEventBus, publish } from "../../shared/events/event-bus.ts";
import { mockClient } from "../support/mock-client.ts";
import { sdkError } from "../support/store-faults.ts";

const bus = connectEventBus("test-bus");
const eventBridge = mockClient(EventBridgeClient);

beforeEach(() => {
  eventBridge.reset();
  eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => ({
    Entries: Entries.map((_, index) => ({ EventId: String(index) })),
  }));
});

/** Publications identified by their index, each with an entry of `bytes` bytes (at least 22). */
const publications = (count: number, bytes = 100) =>
  Array.from({ length: count }, (_, origin) => ({
    origin,
    recordId: String(origin),
    entry: { Source: "intake", DetailType: "é", Detail: "x".repeat(bytes - 22) },
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
    expect(await publish(bus, publications(count, bytes))).toEqual({ refusals: [], unsent: [] });
    expect(requestSizes()).toEqual(sizes);
  });

  it("publishes the events of one record in sequence, and those of different records at the same time", async () => {
    let open = 0;
    let most = 0;
    const finished: string[] = [];
    eventBridge.on(PutEventsCommand).callsFake(async ({ Entries }: { Entries: { Detail: string }[] }) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      finished.push(...Entries.map(({ Detail }) => Detail));
      return { Entries: Entries.map((_, index) => ({ EventId: String(index) })) };
    });
    const events = Array.from({ length: 60 }, (_, origin) => ({
      origin,
      recordId: String(origin % 30),
      entry: { Detail: `${origin % 30}:${origin < 30 ? "first" : "second"}` },
    }));
    expect(await publish(bus, events)).toEqual({ refusals: [], unsent: [] });
    expect(most).toBe(3);
    expect(finished.slice(0, 30).every((detail) => detail.endsWith("first"))).toBe(true);
    expect(new Set(finished).size).toBe(60);
  });

  it("stops after the calls in which an entry is refused for a transient reason", async () => {
    let call = 0;
    eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => {
      call += 1;
      const isRefusing = call === 2;
      return {
        Entries: Entries.map((_, index) =>
          isRefusing && index === 1 ? { ErrorCode: "InternalFailure" } : { EventId: "x" },
        ),
      };
    });
    const { refusals, unsent } = await publish(bus, publications(63));
    expect(refusals).toEqual([{ origin: 11, code: "InternalFailure", isPermanent: false }]);
    expect(unsent).toEqual(Array.from({ length: 23 }, (_, index) => index + 40));
    expect(requestSizes()).toEqual([10, 10, 10, 10]);
  });

  it("continues after an entry that the bus will never accept", async () => {
    eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: { Detail: string }[] }) => ({
      Entries: Entries.map((_, index) => (index === 0 ? { ErrorCode: "MalformedDetail" } : { EventId: "x" })),
    }));
    const { refusals, unsent } = await publish(bus, publications(50));
    expect(refusals).toHaveLength(5);
    expect(refusals[0]).toEqual({ origin: 0, code: "MalformedDetail", isPermanent: true });
    expect(unsent).toEqual([]);
  });

  it("sends the entries of a call one by one when one malformed entry fails the call", async () => {
    eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: { Detail: string }[] }) => {
      if (Entries.some(({ Detail }) => Detail === "bad")) throw sdkError("ValidationException");
      return { Entries: Entries.map(() => ({ EventId: "x" })) };
    });
    const mixed = publications(10).map((each) => ({
      ...each,
      entry: { ...each.entry, Detail: each.origin === 4 ? "bad" : "good" },
    }));
    const { refusals } = await publish(bus, mixed);
    expect(refusals).toEqual([{ origin: 4, code: "ValidationException", isPermanent: true }]);
  });

  it("returns an entry without a result as refused", async () => {
    eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: "0" }] });
    const { refusals } = await publish(bus, publications(2));
    expect(refusals).toEqual([{ origin: 1, code: "NoAnswer", isPermanent: false }]);
  });

  it("returns every entry of a call that fails", async () => {
    eventBridge.on(PutEventsCommand).rejects(sdkError("ThrottlingException"));
    const { refusals } = await publish(bus, publications(10));
    expect(refusals).toEqual(
      Array.from({ length: 10 }, (_, origin) => ({
        origin,
        code: "ThrottlingException",
        isPermanent: false,
      })),
    );
  });
});
