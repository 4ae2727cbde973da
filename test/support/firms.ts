import { randomBytes } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { type KeyRecord, keyToItem } from "../../shared/api/keys/key-store.ts";
import { permitsPerLease } from "../../shared/api/keys/rate-windows.ts";
import { formatSecretKey, SECRET_BYTES } from "../../shared/api/keys/secret-key.ts";
import { createFirm } from "../../shared/firm/create-firm.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { memberFields } from "../../shared/members/member-fields.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { CustomField, FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";

export const LEAD_FIELDS: readonly CustomField[] = [
  { key: "case_type", label: "Case type", type: "select", options: ["Family", "Injury"] },
  { key: "incident_date", label: "Date of incident", type: "date", options: [] },
  { key: "summary", label: "Summary", type: "text", options: [] },
  { key: "value", label: "Value", type: "number", options: [] },
  { key: "urgent", label: "Urgent", type: "boolean", options: [] },
];

export const CONSULTATION_FIELDS: readonly CustomField[] = [
  { key: "place", label: "Where", type: "select", options: ["Office", "Phone"] },
  { key: "follow_up", label: "Follow up on", type: "date", options: [] },
  { key: "notes", label: "Notes", type: "text", options: [] },
  { key: "fee", label: "Fee", type: "number", options: [] },
  { key: "remote", label: "Remote", type: "boolean", options: [] },
];

const ATTORNEY_HOURS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: "09:00", end: "17:00" }));

export const newMember = (changes: Partial<Member> = {}): Member => ({
  ...memberFields.initial,
  id: newRecordId(Date.now()),
  name: "Alex Attorney",
  email: "alex@example.com",
  role: "attorney",
  schedulable: true,
  timeZone: "America/New_York",
  officeHours: ATTORNEY_HOURS,
  ...changes,
});

type Fields = Partial<Pick<FirmSettings, "leadFields" | "consultationFields" | "defaultCountry">> & {
  readonly id?: string;
};

/** Creates a firm with fields of leads and consultations and one attorney. */
export const newFirm = async (table: Table, changes: Fields = {}) => {
  const attorney = newMember();
  const { firmId, apiKey } = await createFirm(table, {
    name: "Test Law",
    timeZone: "America/New_York",
    defaultCountry: "US",
    leadFields: LEAD_FIELDS,
    consultationFields: CONSULTATION_FIELDS,
    ...changes,
    members: [attorney],
    nowMilliseconds: Date.now(),
  });
  return { firmId, apiKey, attorney };
};

export const addMember = async (
  table: Table,
  firm: FirmId,
  changes: Partial<Member> = {},
): Promise<Member> => {
  const member = newMember(changes);
  await table.client.send(new PutCommand({ TableName: table.name, Item: memberToItem(firm, member) }));
  return member;
};

/** Stores a key with the given record fields and returns its secret. */
export const addKey = async (
  table: Table,
  firmId: FirmId,
  changes: Partial<KeyRecord> = {},
): Promise<string> => {
  const id = newRecordId(Date.now());
  const secret = formatSecretKey(changes.kind ?? "api", randomBytes(SECRET_BYTES));
  const requestsPerMinute = changes.requestsPerMinute ?? 1_200;
  const key: KeyRecord = {
    id,
    firmId,
    kind: "api",
    name: "Test key",
    lastFour: secret.slice(-4),
    scopes: ["leads:read", "leads:write"],
    apiVersion: "2026-11-01",
    enabled: true,
    requestsPerMinute,
    permitsPerLease: permitsPerLease(requestsPerMinute),
    windowStartMilliseconds: 0,
    windowUsed: 0,
    version: 1,
    ...changes,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item: keyToItem(secret, key) }));
  return secret;
};
