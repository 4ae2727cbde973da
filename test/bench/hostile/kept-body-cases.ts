import { handler as replayDelivery } from "../../../functions/sources/replay-inbound-delivery.ts";
import { eraseLead } from "../../../shared/erasure/erase-lead.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { throwFault } from "../../../shared/table/record-fault.ts";
import type { Table } from "../../../shared/table/table.ts";
import { newFirm } from "../../support/firms.ts";
import { type EncodedBody, jsonBody } from "../../support/form-bodies.ts";
import type { HostileDelivery } from "../../support/hostile-deliveries.ts";
import { hostileTexts } from "../../support/hostile-texts.ts";
import { httpEvent, lambdaContext } from "../../support/http-call.ts";
import { deliverBytes, listInboundDeliveries } from "../../support/ingestion.ts";
import { putLead } from "../../support/leads.ts";
import { costlyBodies } from "../../support/sender-bodies.ts";
import { createTestSource } from "../../support/sources.ts";
import { MAX_HOSTILE_RATIOS } from "../missed-targets.ts";
import { type Act, type HostileCase, measured } from "./processor-comparison.ts";

const NUMBER = "+12125550199";
/** The number's last digits, which make the search for the number look closely. */
const ENDING = " 555-0199";
const MARGIN_BYTES = 1_000;

/** Returns a body without a name, which is rejected and kept. */
const nameless = (text: string): EncodedBody => jsonBody({ text: text + ENDING });

const hostileBodies = (bytes: number): HostileDelivery[] => [
  ...hostileTexts(bytes - MARGIN_BYTES).map(
    ([kind, text]): HostileDelivery => [`${bytes} bytes of ${kind}`, nameless(text)],
  ),
  ...costlyBodies(bytes - MARGIN_BYTES).map(
    ([kind, body]): HostileDelivery => [`${bytes} bytes: ${kind}`, body],
  ),
];

/** Returns the readers of a delivery that a firm keeps. */
const readersOf = async (table: Table, body: EncodedBody) => {
  const { firmId, apiKey: key } = await newFirm(table);
  const { id, secret } = await createTestSource(key);
  await deliverBytes(secret, body);
  const [{ id: deliveryId }] = await listInboundDeliveries(key, id);
  const { id: leadId } = await putLead(table, firmId, { phone: NUMBER });
  const dependencies = {
    table,
    now: Date.now,
    wait: async () => {},
    onProgress: () => {},
    onFault: throwFault,
  };
  const search = () => eraseLead(dependencies, { firmId, leadId, dryRun: true, keepsConsultations: true });
  const replay = () => replayDelivery(httpEvent({ key, params: { id, deliveryId } }), lambdaContext());
  return { search: timeOf(search), replay: timeOf(replay) };
};

const timeOf =
  (action: () => Promise<unknown>): Act =>
  async () =>
    (await measured(action))[0];

/**
 * Returns cases of the erasure of a lead, which searches every kept body, and of the replay of a delivery with a kept
 * body.
 */
export const keptBodyCases = async (table: Table): Promise<Record<string, HostileCase[]>> => {
  const searches: HostileCase[] = [];
  const replays: HostileCase[] = [];
  for (const bytes of [LIMITS.bodyBytes, LIMITS.deliveryBodyBytes]) {
    const plain = await readersOf(table, nameless("x".repeat(bytes - MARGIN_BYTES)));
    const ofSearch = { act: plain.search, maximum: MAX_HOSTILE_RATIOS.body };
    const ofReplay = { act: plain.replay, maximum: MAX_HOSTILE_RATIOS.body };
    for (const [label, body] of hostileBodies(bytes)) {
      const { search, replay } = await readersOf(table, body);
      searches.push({ label, act: search, plain: ofSearch });
      replays.push({ label, act: replay, plain: ofReplay });
    }
  }
  return { "an erasure that searches a kept body": searches, "a replay of a kept body": replays };
};
