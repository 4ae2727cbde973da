import { beforeEach } from "@jest/globals";
import { handler as getSource } from "../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import type { ApiResponse } from "./http-call.ts";
import { deliver, listInboundDeliveries, replayInboundDelivery } from "./ingestion.ts";
import { createTestSource, type TestSource } from "./sources.ts";
import type { TestFirm } from "./use-firm.ts";

type Settings = Record<string, unknown>;

/** Creates a source of the firm before each test, or once with `beforeAll`. Returns it with functions that use the API. */
export const useSource = (firm: TestFirm, settingsOf: () => Settings = () => ({}), before = beforeEach) => {
  const source = {} as TestSource;
  /** Replaces this source with a new one. */
  const replace = async (settings: Settings) => {
    Object.assign(source, await createTestSource(firm.apiKey, settings));
  };
  before(() => replace(settingsOf()));

  /** Returns the newest deliveries, or those that the query selects. */
  const listDeliveries = (query?: Record<string, string>) =>
    listInboundDeliveries(firm.apiKey, source.id, query);
  const lastDelivery = async () => (await listDeliveries())[0];
  return Object.assign(source, {
    replace,
    listDeliveries,
    lastDelivery,
    lastId: async (): Promise<string> => (await lastDelivery()).id,
    firstId: async (): Promise<string> => (await listDeliveries()).at(-1).id,
    shown: async (): Promise<ApiResponse["body"]> =>
      (await firm.send(getSource, { params: { id: source.id } })).body,
    update: (body: unknown, headers?: Record<string, string>) =>
      firm.send(updateSource, { params: { id: source.id }, body, headers }),
    deliver: (body?: unknown, headers?: Record<string, string>) => deliver(source.secret, body, headers),
    replay: (deliveryId: string) => replayInboundDelivery(firm.apiKey, source.id, deliveryId),
  });
};
