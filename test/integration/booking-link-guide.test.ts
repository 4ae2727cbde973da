import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { byLink, tokenOf } from "../support/links.ts";
import { useLossyApi } from "../support/lossy-api.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore, START, useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const api = useLossyApi();
const { fixture, updateFirm, remindersOf, sweepAt } = useReminders(table);

const API = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");
const [, GUIDE = ""] = /^### Send a booking link$(.*?)^### /ms.exec(API) ?? [];
const [, SETTINGS = ""] = /-d '(\{.*?\})'$/ms.exec(GUIDE) ?? [];
const PROGRAMS = [...GUIDE.matchAll(/^```js\n(.*?)^```/gms)].map(([, program = ""]) => program);

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Runs a program of the guide. @returns the messages that it sends */
const run = async (program: string | undefined, values: object) => {
  const sent: { readonly to: string; readonly text: string; readonly options?: object }[] = [];
  const sendText = async (to: string, text: string, options?: object) => {
    sent.push({ to, text, ...(options && { options }) });
  };
  const all = { intake: api.client(fixture.key), sendText, ...values };
  await new AsyncFunction(...Object.keys(all), program ?? "")(...Object.values(all));
  return sent;
};

it("the guide's programs send a link by which the client books, and with the reminder a link by which the client cancels", async () => {
  await updateFirm({ ...JSON.parse(SETTINGS), reminders_min: [60] });
  const intake = api.client(fixture.key);
  const body = { first_name: "Ada", last_name: "Doe", phone: "(212) 555-0187", source: "website" };
  const lead = await intake.createLead({ body });
  const [message] = await run(PROGRAMS[0], { lead });
  expect(message).toMatchObject({ to: "+12125550187", text: expect.stringContaining("Dear Ada, ") });
  const client = byLink(tokenOf(message?.text ?? ""));
  const booked = await client.book(new Date(START).toISOString());
  expect([booked.status, booked.body.type]).toEqual([201, "Initial consultation"]);

  await sweepAt(minutesBefore(60));
  const [event] = await remindersOf(booked.body.id);
  const [reminder] = await run(PROGRAMS[1], { event });
  expect(reminder).toMatchObject({ to: "+12125550187", options: { idempotencyKey: event?.id } });
  const other = byLink(tokenOf(reminder?.text ?? ""));
  expect((await other.state()).body).toMatchObject({ consultation: { id: booked.body.id } });
  expect((await other.cancel()).body).toMatchObject({ status: "canceled" });
});
