import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { beforeEach } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { recordCall } from "./recorded-calls.ts";

/** Mocks the bus, which takes every event until a test says what it refuses. */
export const captureBus = () => {
  const client = mockClient(EventBridgeClient);
  /** Makes the bus answer each entry with the error code that is returned for its position; with none it takes it. */
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
  /** What was put on the bus, in order. */
  const entries = () =>
    client.commandCalls(PutEventsCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);
  const details = (): ReturnType<typeof JSON.parse>[] =>
    entries().map(({ Detail = "" }) => JSON.parse(Detail));
  return { client, refuse, reset, entries, details };
};

/** The bus of each test. */
export const useBus = () => {
  const bus = captureBus();
  beforeEach(bus.reset);
  return bus;
};
