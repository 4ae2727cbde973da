import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createLink } from "../../functions/links/create-link.ts";
import {
  bookOf,
  eventPublisher,
  leaveTraces,
  newLinkOf,
  PERSON,
  patchOf,
  personalItems,
  personBody,
  runErasure,
  useErasure,
} from "../support/erasure-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { call } from "../support/http-call.ts";
import { deliver, listInboundDeliveries, replayInboundDelivery } from "../support/ingestion.ts";
import { byLink, MEETING, tokenOf } from "../support/links.ts";
import { scanItems } from "../support/scan-table.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";

const table = useTable({ stream: true });
const { firm, erase } = useErasure(table);

let leadId: string;
let linkToken: string;
beforeEach(async () => {
  leadId = await leaveTraces(table, firm);
  linkToken = await newLinkOf(firm, leadId);
});

/** Sends requests about the person, one after the other, until `isOver`. */
const send = async (requests: readonly ((n: number) => Promise<unknown>)[], isOver: () => boolean) => {
  for (let n = 0; !isOver(); n++) await requests[n % requests.length]?.(n);
};

describe("requests in parallel with an erasure", () => {
  it("leave no personal data, whether they change, deliver, replay or book", async () => {
    const [replayed] = await listInboundDeliveries(firm.apiKey, firm.source.id);
    let isOver = false;
    const patch = (n: number) => patchOf(firm, leadId, { last_name: `Quuxworth-${n}`, phone: PERSON.phone });
    const update = (n: number) => deliver(firm.source.secret, personBody({ lastName: `Quuxworth-${n % 9}` }));
    const repeat = () => deliver(firm.source.secret, personBody());
    const replay = () => replayInboundDelivery(firm.apiKey, firm.source.id, replayed.id);
    const book = () => bookOf(firm, leadId);
    const senders = [[patch], [update, repeat], [replay, book]].map((requests) =>
      send(requests, () => isOver),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The wait stands for the time within which every running function must end.
    const during = async () => {
      isOver = true;
      await Promise.all(senders);
    };
    await erase(leadId, { during });
    expect([await personalItems(table), await liveItems()]).toEqual([[], []]);
  });

  it("leave no link, whether they make one, book by it or move and cancel what it has booked", async () => {
    const tokens = [linkToken];
    let isOver = false;
    const make = async () => {
      const { status, body } = await makeLink();
      if (status === 201) tokens.push(tokenOf(body.url));
      else expect([status, violationFields({ body })]).toEqual([422, ["lead_id"]]);
    };
    const clientAt = (n: number) => byLink(tokens[n % tokens.length] ?? "");
    const book = (n: number) => clientAt(n).book(startAt(n));
    const move = (n: number) => clientAt(n).move(startAt(n + 400));
    const cancel = (n: number) => clientAt(n).cancel();
    const senders = [[make], [book], [move, cancel]].map((requests) => send(requests, () => isOver));
    await eventually(() => tokens.length).toBeGreaterThan(1);
    const during = async () => {
      isOver = true;
      await Promise.all(senders);
    };
    await erase(leadId, { during });
    expect([await linkItems(), await liveItems()]).toEqual([[], []]);
    for (const token of tokens) expect((await byLink(token).state()).status).toBe(401);
    expect(await personalItems(table)).toEqual([]);
  });
});

const makeLink = () =>
  call(createLink, { key: firm.apiKey, params: { id: leadId }, body: { type: MEETING.key } });
const startAt = (hours: number) => new Date(Date.UTC(2056, 2, 3, hours)).toISOString();
/** Returns the firm's links and their keys. */
const linkItems = async () =>
  (await scanItems(table)).filter(
    ({ pk, kind, firmId }) =>
      pk === `FIRM#${firm.firmId}#LINK` || (kind === "link" && firmId === firm.firmId),
  );

/** Returns the firm's consultations that somebody is expected at. */
const liveItems = async () =>
  (await scanItems(table)).filter(
    ({ pk, status }) =>
      pk === `FIRM#${firm.firmId}#CONSULTATION` && ["scheduled", "rescheduled"].includes(String(status)),
  );

/** Returns whether an erasure completes in a process that ends at its first write beyond `maximum`. */
const endsAfter = async (maximum: number, publisher: ReturnType<typeof eventPublisher>): Promise<boolean> => {
  let writes = 0;
  const spy = interceptStoreCalls(async ({ name, send: forward }) => {
    if (["Put", "Update", "TransactWrite"].includes(name)) writes += 1;
    // A process that has ended reads nothing more either.
    if (writes > maximum) throw new Error("The process has ended.");
    return forward();
  });
  // The publisher is another process.
  const publish = async () => {
    const counted = writes;
    writes = Number.NEGATIVE_INFINITY;
    await publisher.publish();
    writes = counted;
  };
  try {
    await runErasure(table, { firmId: firm.firmId, leadId }, publish);
  } catch (error) {
    if (writes <= maximum) throw error;
  } finally {
    spy.mockRestore();
  }
  return writes <= maximum;
};

describe("an erasure that ends at any of its writes", () => {
  it("is finished by the next run", async () => {
    const publisher = eventPublisher(table);
    await publisher.publish();
    // Each run does one more write of what the run before left to do.
    let runs = 0;
    while (!(await endsAfter(1, publisher))) runs += 1;
    expect(runs).toBeGreaterThan(10);
    expect([await personalItems(table), await linkItems(), await liveItems()]).toEqual([[], [], []]);
  });
});
