import type { Consultation } from "../../../shared/domain/consultations/consultation.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { consultationToItem } from "../../../shared/storage/consultations/consultation-item.ts";
import type { Table } from "../../../shared/storage/dynamodb/table.ts";
import { changeAt } from "../../support/changes.ts";
import { newWorld, type Scenario, storeItems, type World } from "../world.ts";

const NEWER_ARCHIVED = 1_000;
const ACTIVE = 1_000;

/** Lists of a firm whose archived consultations are newer than all others. */
export const consultationListScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  await storeItems(table, NEWER_ARCHIVED + ACTIVE, (index) =>
    consultationToItem(
      world.firmId,
      newSampleConsultation(world, { id: newRecordId(Date.now() + index), archived: index >= ACTIVE }),
      changeAt(Date.now()),
    ),
  );
  const list = { world, endpoint: "list-consultations", status: 200, maxRoundTrips: 1 };
  const label = `page of 50 beside ${NEWER_ARCHIVED} newer archived`;
  return [
    { ...list, label, call: () => ({}) },
    { ...list, label: `${label}, of an attorney`, call: () => ({ query: { attorney: world.attorney.id } }) },
    { ...list, label: "page of 50 archived", call: () => ({ query: { archived: "true" } }) },
  ];
};

export const newSampleConsultation = (
  { attorney }: World,
  changes: Partial<Consultation> = {},
): Consultation => ({
  id: newRecordId(Date.now()),
  leadId: newRecordId(Date.now()),
  attorneyId: attorney.id,
  type: "Initial consultation",
  status: "scheduled",
  startAt: "2027-01-04T09:00:00.000Z",
  durationMinutes: 5,
  timeZone: "America/New_York",
  paid: false,
  amount: 150,
  outcome: null,
  archived: false,
  data: { place: "Office", notes: "Brings the file." },
  revision: 1,
  ...changes,
});
