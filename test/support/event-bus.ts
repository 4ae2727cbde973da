import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { beforeEach } from "@jest/globals";
import { mockClient } from "./mock-client.ts";
import { recordCall } from "./recorded-calls.ts";

/** Mocks the bus, which accepts every event until a test refuses some. */
export const captureBus = () => {
  const client = mockClient(EventBridgeClient);
  /** Makes the bus refuse entries with the error code for their position, and accept those without one. */
  const refuse = (codeAt: (position: number) => string | undefined) => {
    let seen = 0;
    client.on(PutEventsCommand).callsFake((input: { Entries: unknown[] }) => {
      recordCall({ service: "events", operation: "PutEvents", request: input });
      const codes = input.Entries.map(() => codeAt(seen++));
      return {
        FailedEntryCount: codes.filter((code) => code !== undefined).length,
        Entries: codes.map((ErrorCode, index) => (ErrorCode ? { ErrorCode } : { EventId: String(index) })),
      };
    });
  };
  const reset = () => {
    client.reset();
    refuse(() => undefined);
  };
  reset();
  /** Returns the entries put on the bus, in order. */
  const entries = () =>
    client.commandCalls(PutEventsCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);
  const details = (): ReturnType<typeof JSON.parse>[] =>
    entries().map(({ Detail = "" }) => JSON.parse(Detail));
  return { client, refuse, reset, entries, details };
};

/** Mocks the bus for each test. */
export const useBus = () => {
  const bus = captureBus();
  beforeEach(bus.reset);
  return bus;
};
