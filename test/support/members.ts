/** The body of a create-member request with every field. */
export const MEMBER_BODY = {
  name: "Kim Counsel",
  email: "kim@example.com",
  role: "attorney",
  schedulable: true,
  active: true,
  time_zone: "Europe/Berlin",
  office_hours: [{ weekday: 1, start: "09:00", end: "24:00" }],
  time_off: [{ start_date: "2026-05-01", end_date: "2026-05-03", reason: "Trip" }],
};
