import { beforeEach, expect, it } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as createCheck } from "../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../functions/conflicts/decide-conflict-check.ts";
import { handler as deleteEntry } from "../../functions/conflicts/delete-conflict-entry.ts";
import { handler as putEntry } from "../../functions/conflicts/put-conflict-entry.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as mergeLead } from "../../functions/lead-merge/merge-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { atMinute, ROUND_THE_CLOCK_IN_UTC, times } from "../support/booking-fixture.ts";
import { judgeHistory } from "../support/clearance-oracle.ts";
import { setGate } from "../support/conflict-gate.ts";
import { findConflictViolations } from "../support/conflict-oracle.ts";
import { captureBus } from "../support/event-bus.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { scanItems } from "../support/scan-table.ts";
import { streamEvent } from "../support/stream-events.ts";
import { followStream } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let attorney: string;
beforeEach(async () => {
  await setGate(table, firm.firmId);
  attorney = (await firm.addMember(ROUND_THE_CLOCK_IN_UTC)).id;
});

const NAMES = ["Ada", "Bea", "Cleo", "Dora", "Edda"].map((firstName) => ({ firstName, lastName: "Quine" }));
const random = randomNumbers(11);
const pick = <Each>(list: readonly Each[]) => list[Math.floor(random() * list.length)] as Each;

/** The table has other items too, of which the stream's mapping leaves out all without a change. */
const isPublished = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.changeId !== undefined;

/** Publishes what the stream has, again and again. A batch that fails comes again, as Lambda delivers it. */
const startPublishing = async () => {
  const read = await followStream(table);
  const all: DynamoDBRecord[] = [];
  let waiting: DynamoDBRecord[] = [];
  let isOver = false;
  const round = async () => {
    const fresh = (await read()).filter(isPublished);
    all.push(...fresh);
    waiting.push(...fresh);
    if (waiting.length === 0) return false;
    const { batchItemFailures } = await publishEvents(streamEvent(...waiting));
    const [failed] = batchItemFailures;
    const from = waiting.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed?.itemIdentifier);
    waiting = failed ? waiting.slice(from) : [];
    return fresh.length > 0 || waiting.length > 0;
  };
  const publishing = (async () => {
    while (!isOver) {
      await round();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    all,
    /** Publishes the rest, until nothing changes any more. */
    end: async () => {
      isOver = true;
      await publishing;
      for (let rounds = 0; (await round()) && rounds < 30; rounds++);
      expect(waiting).toEqual([]);
    },
  };
};

const partiesOf = (name: { firstName: string; lastName: string }) => [
  { role: pick(["adverse", "related"] as const), name: `${name.lastName}, ${name.firstName}` },
];

const conflictOf = async (id: string) => (await firm.storedLead(id))?.conflict as Lead["conflict"];

const decide = async (id: string) => {
  const checkId = (await conflictOf(id))?.newestCheckId;
  if (checkId === undefined) return;
  const decision = pick(["cleared", "cleared", "cleared", "waived", "blocked"]);
  return firm.send(decideCheck, {
    params: { id, checkId },
    body: { decision, member_id: attorney, reason: `Known ${random()}` },
  });
};

it("no booking is outside a clearance, and none stands on less than what is stored", async () => {
  captureBus();
  const publishing = await startPublishing();
  const answers: ApiResponse[] = [];
  let minute = 0;
  for (const round of times(2, (index) => index)) {
    const leads = await Promise.all(
      times(
        8,
        async (index) =>
          (
            await firm.putLead({
              ...NAMES[index % NAMES.length],
              email: "",
              phone: `+1212555${1000 + round * 10 + index}`,
            })
          ).id,
      ),
    );
    const id = () => pick(leads);
    const patch = (body: object) => firm.send(updateLead, { params: { id: id() }, body });
    const params = () => ({ key: `e-${Math.floor(random() * 4)}` });
    const check = () => firm.send(createCheck, { params: { id: id() } });
    const clear = async () => {
      const lead = id();
      await firm.send(createCheck, { params: { id: lead } });
      return decide(lead);
    };
    const book = () =>
      firm.send(bookConsultation, {
        body: {
          ...{ lead_id: id(), attorney_id: attorney, type: "Initial", duration_min: 15 },
          start_at: atMinute(15 * minute++),
        },
      });
    const actions: (() => Promise<ApiResponse | undefined>)[] = [
      ...[check, clear, clear, clear, book, book, book, () => decide(id())],
      () => patch({ first_name: pick(NAMES).firstName }),
      () => patch({ parties: pick([[], partiesOf(pick(NAMES))]) }),
      () =>
        firm.send(putEntry, {
          params: params(),
          body: { name: `${pick(NAMES).firstName} Quine`, role: pick(["adverse", "client", "related"]) },
        }),
      () => firm.send(deleteEntry, { params: params() }),
    ];
    const merge = () => firm.send(mergeLead, { params: { id: String(leads[0]) }, body: { from: leads[1] } });
    for (const _ of times(2, () => null)) {
      const done = await Promise.all(times(24, (index) => actions[index % actions.length]?.()));
      answers.push(...done.flatMap((each) => each ?? []));
    }
    await merge();
  }
  await publishing.end();
  const { judged, wrong } = judgeHistory(publishing.all);
  expect(wrong).toEqual([]);
  expect(judged.length).toBeGreaterThan(2);
  expect(findConflictViolations(await scanItems(table), publishing.all)).toEqual([]);
  const statuses = [...new Set(answers.map(({ status }) => status))];
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
