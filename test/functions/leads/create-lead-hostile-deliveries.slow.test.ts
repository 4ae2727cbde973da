import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { handler as replayDeliveries } from "../../../functions/sources/replay-inbound-deliveries.ts";
import { exportFirm } from "../../../shared/firm/export-firm.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { throwFault } from "../../../shared/table/record-fault.ts";
import { captureLog } from "../../support/capture-log.ts";
import { runErasure } from "../../support/erasure-fixture.ts";
import {
  DELIVERED_FIELDS,
  DELIVERY_FORMS,
  HOSTILE_SOURCE,
  type HostileDelivery,
  hostileDeliveries,
  VALID_DELIVERY,
} from "../../support/hostile-deliveries.ts";
import { hostileHeaders } from "../../support/hostile-requests.ts";
import type { ApiRequest, ApiResponse } from "../../support/http-call.ts";
import { deliver, deliverBytes } from "../../support/ingestion.ts";
import { countLeads } from "../../support/leads.ts";
import { watchParsers, watchPatterns } from "../../support/pattern-inputs.ts";
import { costlyBodies } from "../../support/sender-bodies.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const source = useSource(firm, () => HOSTILE_SOURCE, beforeAll);

/** Patterns that look at each character of a body, of a text in it or of a part's header once. */
const IN_ONE_PASS = [
  // From the multipart parser.
  "^([^:]+):(.*)",
  "\\\\(.)",
  '(?:^|;)\\s*([^=;\\s]+)(\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|((?:[^;]|\\\\;)+))?)?',
  // From the store's client.
  "^[A-Za-z0-9+/]*={0,2}$",
  "^[\\s\\0\\xef\\xbb\\xbf\\xfe\\xff]*[{[]",
  "^\\s*[{[]",
  '\\\\.|"|\\p{Cc}',
  "%([0-9a-f]{2})",
  "(?:%[\\da-f]{2})+",
  "\\\\(?:u([\\da-f]{4})|(\\/)|[bfnrt])",
  "[^0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19]+",
  "[^0-9]",
];

const watch = () => ({ patterns: watchPatterns(), parsers: watchParsers() });
let watched: ReturnType<typeof watch> | undefined;
beforeEach(() => {
  captureLog();
  watched = undefined;
});

/** Runs the action, and expects that nothing in it is given a longer text than a field may hold. */
const careful = async <Value>(label: string, action: () => Promise<Value>): Promise<Value> => {
  watched ??= watch();
  const { patterns, parsers } = watched;
  const value = await action();
  const given = patterns.givenMoreThan(LIMITS.dataTextCharacters);
  expect([label, ...given.filter((pattern) => !IN_ONE_PASS.includes(pattern))]).toEqual([label]);
  expect(parsers.takeLongest()).toBeLessThanOrEqual(LIMITS.urlCharacters);
  return value;
};

let leads = 0;
let rejected = 0;

/** Sends a delivery and expects one of the statuses. Counts the leads that it makes and the refusals that are kept. */
const expectAnswers = async (send: () => Promise<{ status: number }>, label: string, statuses: number[]) => {
  const { status } = await careful(label, send);
  expect([label, statuses.includes(status) || status]).toEqual([label, true]);
  if (status === 201) leads += 1;
  if (status >= 400) rejected += 1;
};

const expectEach = async (deliveries: readonly HostileDelivery[], statuses: number[]) => {
  for (const [label, body] of deliveries)
    await expectAnswers(() => deliverBytes(source.secret, body), label, statuses);
};

describe.each(DELIVERY_FORMS)("a hostile value in $name", (form) => {
  const deliveries = hostileDeliveries(form);

  it.each(DELIVERED_FIELDS)("of %s is accepted or rejected", async (field) => {
    await expectEach(deliveries.largest(field), [200, 201, 422]);
  });

  it.each(DELIVERED_FIELDS)("of %s is not read when the body is too large", async (field) => {
    await expectEach(deliveries.tooLarge(field), [413]);
  });
});

it("a hostile body is accepted or rejected", async () => {
  await expectEach(costlyBodies(LIMITS.bodyBytes - 1_000), [200, 201, 413, 422]);
});

it("a delivery with a hostile header is accepted or rejected", async () => {
  for (const { label, request } of hostileHeaders({ headers: { "content-type": "application/json" } })) {
    const { headers } = request;
    // A key, or a header that is refused without being kept.
    const others = ["authorization", "intake-endpoint-id", "intake-version"];
    const isOther = others.some((name) => headers?.[name]);
    if (!isOther)
      await expectAnswers(() => deliver(source.secret, VALID_DELIVERY, headers), label, [200, 201, 422]);
  }
});

describe("what was kept of hostile deliveries", () => {
  const SINCE = new Date(Date.now() - 60_000).toISOString();

  it("is one lead for each that was accepted, and no other", async () => {
    expect(await countLeads(table, firm.firmId)).toBe(leads);
  });

  it("can be previewed", async () => {
    const deliveries = await source.listDeliveries({ limit: "200" });
    for (const { id } of deliveries) {
      const request = { params: { id: source.id }, body: { delivery_id: id } };
      const { status } = await careful(id, () => firm.send(previewDelivery, request));
      expect([id, status]).toEqual([id, 200]);
    }
  });

  it("can be replayed to its end", async () => {
    const replayed: { readonly failed: boolean }[] = [];
    let cursor: string | null = null;
    do {
      const body: object = { since: SINCE, outcome: "rejected", ...(cursor && { cursor }) };
      const request: ApiRequest = { params: { id: source.id }, body };
      const answer: ApiResponse = await careful("replay", () => firm.send(replayDeliveries, request));
      expect(answer.status).toBe(200);
      replayed.push(...answer.body.data);
      cursor = answer.body.next_cursor;
    } while (cursor !== null);
    expect(replayed.length).toBe(rejected);
    expect(replayed.filter(({ failed }) => failed)).toEqual([]);
  });

  it("holds up no erasure of a lead", async () => {
    const { id: leadId } = await firm.putLead({ email: "ada@example.com", phone: "+12125550199" });
    const erasure = { firmId: firm.firmId, leadId, dryRun: true };
    const counts = await careful("erasure", () => runErasure(table, erasure, async () => {}));
    expect(counts).toMatchObject({ leads: 1, inbound_deliveries: 0 });
  });

  it("can be exported", async () => {
    let deliveries = 0;
    for await (const { records } of exportFirm(table, firm.firmId, throwFault))
      deliveries += records.filter(({ record }) => record === "inbound_delivery").length;
    expect(deliveries).toBeGreaterThan(rejected);
  });
});
