import { beforeEach } from "@jest/globals";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import type { Table } from "../../shared/table/table.ts";
import { newFirm } from "./firms.ts";
import { call } from "./http-call.ts";
import { deliver, listInboundDeliveries, replayInboundDelivery } from "./ingestion.ts";
import { createTestSource, type TestSource } from "./sources.ts";

type Firm = Awaited<ReturnType<typeof newFirm>>;
type Settings = Record<string, unknown>;

/** A new firm with a new source before each test, and what tests do with them through the API. */
export const useSourceFixture = (table: Table, settingsOf: (firm: Firm) => Settings = () => ({})) => {
  let current: { firm: Firm; source: TestSource } | undefined;
  const existing = () => {
    if (current === undefined) throw new Error("The fixture is created by beforeEach.");
    return current;
  };

  beforeEach(async () => {
    const firm = await newFirm(table);
    current = { firm, source: await createTestSource(firm.apiKey, settingsOf(firm)) };
  });

  const fixture = {
    get firm() {
      return existing().firm;
    },
    /** The firm's API key. */
    get key() {
      return existing().firm.apiKey;
    },
    get source() {
      return existing().source;
    },
    /** Lets another source of the firm take the place of the source. */
    replaceSource: async (settings: Settings) => {
      current = { ...existing(), source: await createTestSource(fixture.key, settings) };
    },
    update: (body: unknown) =>
      call(updateSource, { key: fixture.key, params: { id: fixture.source.id }, body }),
    deliver: (body?: unknown) => deliver(fixture.source.secret, body),
    /** The newest deliveries, or those that the query selects. */
    listDeliveries: (query?: Record<string, string>) =>
      listInboundDeliveries(fixture.key, fixture.source.id, query),
    lastDelivery: async () => (await fixture.listDeliveries())[0],
    lastId: async (): Promise<string> => (await fixture.lastDelivery()).id,
    firstId: async (): Promise<string> => (await fixture.listDeliveries()).at(-1).id,
    replay: (deliveryId: string) => replayInboundDelivery(fixture.key, fixture.source.id, deliveryId),
  };
  return fixture;
};
