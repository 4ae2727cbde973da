import { createFirm } from "../../../shared/firm/create-firm.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { memberFields } from "../../../shared/members/member-fields.contract.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { CustomField, FirmSettings } from "../../../shared/settings/firm.rules.ts";
import { selfServiceFields } from "../../../shared/settings/self-service.contract.ts";
import type { Table } from "../../../shared/table/table.ts";
import { EXAMPLE_ATTORNEY_ID } from "./example-ids.ts";

const ZONE = "America/New_York";

const LEAD_FIELDS: readonly CustomField[] = [
  {
    key: "case_type",
    label: "Case type",
    type: "select",
    options: ["Personal injury", "Family", "Immigration", "Estate", "Other"],
  },
  { key: "incident_date", label: "Date of incident", type: "date", options: [] },
  { key: "summary", label: "What happened", type: "text", options: [] },
  { key: "estimated_value", label: "Estimated value (USD)", type: "number", options: [] },
  { key: "has_police_report", label: "Police report exists", type: "boolean", options: [] },
];

const CONSULTATION_FIELDS: readonly CustomField[] = [
  { key: "meeting_place", label: "Where", type: "select", options: ["Office", "Phone", "Video"] },
  { key: "notes", label: "Notes", type: "text", options: [] },
];

const CONSULTATION_TYPES: FirmSettings["consultationTypes"] = [
  {
    key: "initial",
    name: "Initial consultation",
    durationMinutes: 60,
    amount: 150,
    location: null,
    attorneyIds: null,
    reminderMinutes: null,
  },
];

const WORKDAYS = [1, 2, 3, 4, 5];

/**
 * Creates a firm to try the service with: stages, fields of leads and consultations, a paralegal, and an attorney with
 * office hours.
 */
export const seedDemoFirm = async (table: Table, nowMilliseconds: number) => {
  const attorney: Member = {
    ...memberFields.initial,
    access: "manage",
    id: EXAMPLE_ATTORNEY_ID,
    name: "Alex Attorney",
    email: "alex@example.com",
    role: "attorney",
    schedulable: true,
    active: true,
    timeZone: ZONE,
    officeHours: WORKDAYS.map((weekday) => ({ weekday, start: "09:00", end: "17:00" })),
  };
  const paralegal: Member = {
    ...attorney,
    id: newRecordId(nowMilliseconds),
    name: "Pat Paralegal",
    access: "work",
    email: "pat@example.com",
    role: "paralegal",
    schedulable: false,
    officeHours: [],
  };
  const { firmId, apiKey } = await createFirm(table, {
    name: "Demo Law",
    timeZone: ZONE,
    defaultCountry: "US",
    contactPhone: "+12125550100",
    contactPhoneText: { national: "(212) 555-0100", international: "+1 212 555 0100" },
    currency: "USD",
    location: "1 Main Street, New York, room 5",
    leadFields: LEAD_FIELDS,
    consultationFields: CONSULTATION_FIELDS,
    consultationTypes: CONSULTATION_TYPES,
    selfService: { ...selfServiceFields.initial, enabled: true },
    members: [attorney, paralegal],
    nowMilliseconds,
  });
  return { firmId, apiKey, attorneyId: attorney.id, timeZone: ZONE };
};
