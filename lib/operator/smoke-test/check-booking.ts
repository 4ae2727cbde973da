import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from "date-fns/constants";
import { IntakeApiError, type IntakeClient } from "../../../client/src/index.ts";
import type { Clock } from "./smoke-firm.ts";

/** Receives each step that succeeded. */
export type OnStep = (step: string) => void;

type Booking = Clock & {
  readonly onStep: OnStep;
  /** The address that the test calls. */
  readonly baseUrl: string;
  /** Returns the API's client with another key. */
  readonly clientOf: (key: string) => IntakeClient;
};

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
const DURATION_MINUTES = 30;
const TYPE = "smoke-test";
/** Lambda may need several minutes to start on the stream of a new mapping, and 90 seconds on that of a changed one. */
const EVENTS_TIMEOUT_MILLISECONDS = 5 * millisecondsInMinute;
const EVENTS_POLL_MILLISECONDS = 1_000;

/**
 * Tests what a firm's integrator does: books, is refused, cancels, does it again by a client's link, and follows it all
 * in the log of events.
 * @throws Error if the service behaves differently
 */
export const checkBooking = async (
  intake: IntakeClient,
  { onStep, clientOf, baseUrl, ...clock }: Booking,
): Promise<void> => {
  const attorney = await intake.createMember({
    body: { name: "Smoke Test", schedulable: true, time_zone: "UTC", office_hours: EVERY_DAY },
  });
  onStep("member created");
  const lead = await intake.createLead({
    body: { first_name: "Smoke", last_name: "Test", email: "smoke@example.com", source: "smoke test" },
  });
  onStep("lead created");
  await intake.updateFirm({
    body: {
      consultation_types: [
        { key: TYPE, name: "Smoke test", duration_min: DURATION_MINUTES, attorney_ids: [attorney.id] },
      ],
      self_service: { enabled: true },
    },
  });
  const start_at = await firstFreeStart(intake, attorney.id, clock.now());
  onStep("availability listed");

  const slot = { attorney_id: attorney.id, start_at, duration_min: DURATION_MINUTES };
  const anyAttorney = { start_at, lead_id: lead.id, type: TYPE };
  const hold = await intake.createHold({ body: slot });
  await expectSlotUnavailable(intake.bookConsultation({ body: anyAttorney }));
  onStep("slot held, and a booking of it refused");
  const { id } = await intake.bookConsultation({ body: { ...anyAttorney, hold_id: hold.id } });
  await expectSlotUnavailable(intake.createHold({ body: slot }));
  onStep("consultation of any attorney booked, and a hold of its slot refused");
  await intake.updateConsultation({ path: { id }, body: { status: "canceled" } });
  if ((await firstFreeStart(intake, attorney.id, clock.now())) !== start_at)
    throw new Error("The slot of a canceled consultation is not free.");
  onStep("consultation canceled, and its slot free");
  await checkLink(intake, { leadId: lead.id, start: start_at, clientOf, baseUrl, ...clock });
  onStep("consultation booked and canceled by a link");
  await expectEvents(intake, clock);
  onStep("events in the log");
};

const firstFreeStart = async (intake: IntakeClient, attorneyId: string, nowMilliseconds: number) => {
  const from = nowMilliseconds - (nowMilliseconds % millisecondsInDay) + 2 * millisecondsInDay;
  const { data } = await intake.getAvailability({
    path: { id: attorneyId },
    query: {
      from: new Date(from).toISOString(),
      to: new Date(from + millisecondsInDay).toISOString(),
      duration_min: DURATION_MINUTES,
    },
  });
  const [start] = data;
  if (start === undefined) throw new Error("An attorney without consultations has no free slot.");
  return start;
};

const expectSlotUnavailable = async (request: Promise<unknown>) => {
  const error = await request.then(
    () => new Error("A slot was given twice."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IntakeApiError && error.code === "slot_unavailable")) throw error;
};

const EVENTS = [
  "consultation.booked",
  "consultation.booked",
  "consultation.canceled",
  "consultation.canceled",
  "lead.created",
];

const expectEvents = async (intake: IntakeClient, { now, wait }: Clock) => {
  const deadline = now() + EVENTS_TIMEOUT_MILLISECONDS;
  let types: string[] = [];
  while (now() < deadline) {
    const { data } = await intake.listEvents();
    types = data.map(({ type }) => type).sort();
    if (types.length >= EVENTS.length) break;
    await wait(EVENTS_POLL_MILLISECONDS);
  }
  if (types.join() !== EVENTS.join())
    throw new Error(`The log has the events ${types.join(", ") || "none"} instead of ${EVENTS.join(", ")}.`);
};

type Link = Clock & {
  readonly leadId: string;
  /** A free start. */
  readonly start: string;
  readonly clientOf: Booking["clientOf"];
  readonly baseUrl: string;
};

/**
 * Books and cancels by a link, as a client of the firm does. Loads the page from the tested address: the host of links
 * may not lead here yet.
 * @throws Error if the link's address leads to no page, or the link behaves differently
 */
const checkLink = async (
  intake: IntakeClient,
  { leadId, start, clientOf, baseUrl, ...clock }: Link,
): Promise<void> => {
  const { url } = await intake.createLink({ path: { id: leadId }, body: { type: TYPE } });
  const [address = "", key = ""] = url.split("#");
  await expectPage(new URL(new URL(address).pathname, baseUrl), clock);
  const client = clientOf(key);
  await client.bookByLink({ body: { start_at: start } });
  const { consultation } = await client.getLink();
  if (consultation?.start_at !== start) throw new Error("A link does not show what it has booked.");
  await client.updateByLink({ body: { status: "canceled" } });
};

/** Longer than CloudFront caches a page. */
const PAGE_TIMEOUT_MILLISECONDS = 6 * millisecondsInMinute;
const PAGE_POLL_MILLISECONDS = 10_000;

/** Waits for the page of the tested version: until then, CloudFront answers with one that it cached before. */
const expectPage = async (url: URL, { now, wait }: Clock) => {
  const startedAt = now();
  while (now() - startedAt < PAGE_TIMEOUT_MILLISECONDS) {
    const page = await fetch(url);
    await page.arrayBuffer();
    if (page.status !== 200) throw new Error(`The page of links returned ${page.status}.`);
    if (now() - Number(page.headers.get("age")) * millisecondsInSecond >= startedAt) return;
    await wait(PAGE_POLL_MILLISECONDS);
  }
  throw new Error("The page of links is still one that CloudFront cached before the test.");
};
