import { expect, it } from "@jest/globals";
import { appointmentInput } from "../../shared/contract/consultations.ts";

it.each<[string, string | null]>([
  ["2027-03-03T10:00:00Z", "2027-03-03T10:00:00.000Z"],
  ["2027-03-03T10:00:00.5Z", "2027-03-03T10:00:00.500Z"],
  ["2027-03-03T10:00:00.123456Z", "2027-03-03T10:00:00.123Z"],
  ["2027-03-03T00:30:00+01:00", "2027-03-02T23:30:00.000Z"],
  ["2027-03-03T10:00:00-00:00", "2027-03-03T10:00:00.000Z"],
  ["2028-02-29T10:00:00Z", "2028-02-29T10:00:00.000Z"],
  ["2027-02-29T10:00:00Z", null],
  ["2027-03-03T10:00:00", null],
  ["2027-03-03T10:00", null],
  ["2027-03-03", null],
  ["2027-03-03 10:00:00Z", null],
  ["2027-03-03T25:00:00Z", null],
  ["1969-12-31T23:59:59Z", null],
  ["9999-01-01T00:00:00Z", null],
  ["9998-12-31T23:59:59Z", "9998-12-31T23:59:59.000Z"],
  ["", null],
])("a start sent as %j is %j", (start_at, expected) => {
  const attorney_id = "00000000-0000-7000-8000-000000000000";
  const { data } = appointmentInput().safeParse({ attorney_id, start_at });
  expect(data?.start_at ?? null).toBe(expected);
});
