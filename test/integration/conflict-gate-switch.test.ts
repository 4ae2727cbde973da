import { beforeEach, expect, it } from "@jest/globals";
import { handler as createCheck } from "../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../functions/conflicts/decide-conflict-check.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { times } from "../support/booking-fixture.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import { fakeDate } from "../support/fake-date.ts";
import { bodyOf } from "../support/http-call.ts";
import { sweepIndexes } from "../support/index-sweep.ts";
import { ADA, readLeads } from "../support/leads.ts";
import { scanItems } from "../support/scan-table.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let publisher: ReturnType<typeof eventPublisher>;
beforeEach(() => {
  publisher = eventPublisher(table, [firm]);
});

/** Lets the instances forget what they read. */
const later = () => fakeDate(Date.now() + 5_000);
const setGate = async (enabled: boolean) => {
  const { conflict_index } = bodyOf(
    await firm.send(updateFirm, { body: { conflict_gate: { enabled } } }),
    200,
  );
  return conflict_index.state;
};
const index = async () => {
  later();
  await sweepIndexes(table);
  await publish();
};
const publish = async () => {
  for (let round = 0; round < 3; round++) await publisher.publish();
};
const clear = async (id: string) => {
  const { id: checkId } = bodyOf(await firm.send(createCheck, { params: { id } }), 201);
  const body = { decision: "cleared", member_id: firm.attorney.id, reason: "Known" };
  bodyOf(await firm.send(decideCheck, { params: { id, checkId }, body }), 200);
};
const stateOf = async (id: string) => Object((await firm.storedLead(id))?.conflict).state;
const against = (name: string): Partial<Lead> => ({
  parties: [{ role: "adverse", name, aliases: [], email: "", phone: "" }],
});

const DANA = { firstName: "Dana", lastName: "Doe", email: "dana@example.com" };
const BOB = { firstName: "Bob", lastName: "Roe", email: "bob@example.com" };

it("lapses what has newly matched while the gate was off, and leaves every other clearance", async () => {
  await setGate(true);
  await index();
  const { id: dana } = await firm.putLead(DANA);
  const { id: bob } = await firm.putLead(BOB);
  await publish();
  for (const id of [dana, bob]) await clear(id);
  await publish();
  expect([await stateOf(dana), await stateOf(bob)]).toEqual(["cleared", "cleared"]);
  await setGate(false);
  later();
  await firm.putLead({ firstName: "Cy", lastName: "Poe", ...against("Dana Doe") });
  await publish();
  expect(await stateOf(dana)).toBe("cleared");
  await setGate(true);
  await index();
  expect([await stateOf(dana), await stateOf(bob)]).toEqual(["lapsed", "cleared"]);
});

it("brings every lead to the index, also those that come in while it is built and the gate is switched", async () => {
  await Promise.all(times(40, () => firm.putLead(DANA)));
  await setGate(true);
  later();
  let rounds = 0;
  const comeIn = async () => {
    rounds += 1;
    await firm.send(createLead, { body: { ...ADA, email: `ada${rounds}@example.com` } });
    await publisher.publish();
    if (rounds !== 2) return;
    await setGate(false);
    await setGate(true);
  };
  for (const _ of times(3, () => null))
    await sweepIndexes(table, {
      onWait: async () => {
        later();
        await comeIn();
      },
    });
  await publish();
  later();
  expect(await setGate(true)).toBe("complete");
  const indexed = new Set(
    (await scanItems(table))
      .filter(({ pk }) => String(pk).startsWith(`FIRM#${firm.firmId}#CONFLICTKEY`))
      .map(({ sk }) => String(sk).replace(/^.*#/, "")),
  );
  const leads = await readLeads(table, firm.firmId);
  expect(leads.length).toBeGreaterThan(44);
  expect(leads.filter(({ sk }) => !indexed.has(String(sk)))).toEqual([]);
});
