import { expect, it } from "@jest/globals";
import { calendar, event, HOUR, MEMBER, read, THE_HOUR } from "../support/icalendar-files.ts";

const [DAY, THE_DAY] = ["DTSTART;VALUE=DATE:20261201", "12-01T05:00/12-02T05:00"];

it.each<[string, string[], string]>([
  ["in UTC", HOUR, THE_HOUR],
  ["with a duration", ["DTSTART:20261201T150000Z", "DURATION:PT1H"], THE_HOUR],
  ["without a zone", ["DTSTART:20261201T100000", "DTEND:20261201T110000"], THE_HOUR],
  [
    "whose start has a zone and whose end none",
    ["DTSTART;TZID=Asia/Tokyo:20261202T000000", "DTEND:20261202T010000"],
    THE_HOUR,
  ],
  ["of a day", [DAY], THE_DAY],
  ["of a day that does not say so", ["DTSTART:20261201"], THE_DAY],
  ["of two days", [DAY, "DTEND;VALUE=DATE:20261203"], "12-01T05:00/12-03T05:00"],
  ["of a day that is named as its end too", [DAY, "DTEND;VALUE=DATE:20261201"], THE_DAY],
  ["of a day whose end is before it", [DAY, "DTEND;VALUE=DATE:20200101"], THE_DAY],
  ["of a day of no length", [DAY, "DURATION:PT0S"], THE_DAY],
  ["of a day and less than none", [DAY, "DURATION:-P1D"], THE_DAY],
  ["of a day until midnight in UTC", [DAY, "DTEND:20261202T000000Z"], THE_DAY],
  ["of a day until midnight on another clock", [DAY, "DTEND;TZID=Pacific/Honolulu:20261202T000000"], THE_DAY],
  [
    "of two days until midnight on the clock",
    ["DTSTART;VALUE=DATE:20270313", "DTEND:20270315T040000Z"],
    "03-13T05:00/03-15T04:00",
  ],
  ["of two days until a time of the second", [DAY, "DTEND:20261202T235959Z"], "12-01T05:00/12-03T05:00"],
  [
    "of a day of 23 hours by duration",
    ["DTSTART;VALUE=DATE:20270314", "DURATION:PT24H"],
    "03-14T05:00/03-15T04:00",
  ],
  ["of three days by duration", [DAY, "DURATION:P3D"], "12-01T05:00/12-04T05:00"],
  ["of a day of 23 hours", ["DTSTART;VALUE=DATE:20270314"], "03-14T05:00/03-15T04:00"],
  ["of a day whose zone is named", ["DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20261201"], THE_DAY],
  ["that takes a day of the clock", ["DTSTART:20270313T120000", "DURATION:P1D"], "03-13T17:00/03-14T16:00"],
  ["that takes 24 hours", ["DTSTART:20270313T120000", "DURATION:PT24H"], "03-13T17:00/03-14T17:00"],
  ["at a time that the clock skips", ["DTSTART:20270314T023000", "DURATION:PT1H"], "03-14T07:30/03-14T08:30"],
  ["without an end", ["DTSTART:20261201T150000Z"], ""],
  ["with its start as its end", ["DTSTART:20261201T150000Z", "DTEND:20261201T150000Z"], ""],
  ["of less than no length", ["DTSTART:20261201T150000Z", "DURATION:-PT1H"], ""],
  ["with an end before its start", ["DTSTART:20261201T150000Z", "DTEND:20261201T140000Z"], ""],
  ["at a leap second", ["DTSTART:20261201T145960Z", "DTEND:20261201T160000Z"], "12-01T14:59/12-01T16:00"],
  ["shown as free", [...HOUR, "TRANSP:TRANSPARENT"], ""],
  ["shown as busy", [...HOUR, "TRANSP:OPAQUE", "STATUS:TENTATIVE"], THE_HOUR],
  ["canceled", [...HOUR, "STATUS:cancelled"], ""],
  ["shown as free by Exchange", [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"], ""],
  ["shown as free by Hotmail", [...HOUR, "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS:FREE"], ""],
  ["working elsewhere", [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE", "TRANSP:OPAQUE"], ""],
  [
    "working elsewhere, which its organizer means as busy",
    [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:workingElsewhere", "X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY"],
    "",
  ],
  ["meant as working elsewhere", [...HOUR, "X-MICROSOFT-CDO-INTENDEDSTATUS:WORKINGELSEWHERE"], ""],
  ["meant as free", [...HOUR, "X-MICROSOFT-MSNCALENDAR-INTENDEDSTATUS:FREE"], ""],
  [
    "tentative, and meant as free",
    [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "X-MICROSOFT-CDO-INTENDEDSTATUS:FREE"],
    THE_HOUR,
  ],
  [
    "free for one program of Microsoft and busy for another",
    [...HOUR, "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS:FREE", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"],
    THE_HOUR,
  ],
  ["out of office", [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:OOF"], THE_HOUR],
  ...[
    ...["Status: Cancelled", "status:CANCELLED", "Transp: transparent", "X-Microsoft-Cdo-BusyStatus:FREE"],
    ...["Exdate:20261201T150000Z", "exrule:FREQ=DAILY"],
  ].map((line): [string, string[], string] => [`busy in spite of ${line}`, [...HOUR, line], THE_HOUR]),
  ["with a status that cannot be read", [...HOUR, 'STATUS;X="a:CANCELLED'], THE_HOUR],
  ["busy, in a description that says otherwise", [...HOUR, "Status:cancelled", "STATUS:CONFIRMED"], THE_HOUR],
  ["busy, and free in a description", [...HOUR, "TRANSP:OPAQUE", "Transp: transparent"], THE_HOUR],
  [
    "busy, and free in a description with Exchange's word",
    [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:FREE", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"],
    THE_HOUR,
  ],
  ["canceled twice", [...HOUR, "STATUS:CANCELLED", "STATUS: cancelled"], ""],
  ["canceled, and confirmed in a description", [...HOUR, "STATUS:CANCELLED", "Status: confirmed"], ""],
  ["free and unreadable", ["DTSTART:soon", "TRANSP:TRANSPARENT"], ""],
  ["that ends when the window begins", ["DTSTART:20261126T230000Z", "DTEND:20261127T000000Z"], ""],
  ["that the window cuts", ["DTSTART:20261126T230000Z", "DTEND:20261127T000001Z"], "11-26T23:00/11-27T00:00"],
  ["that begins when the window ends", ["DTSTART:20270526T000000Z", "DTEND:20270526T010000Z"], ""],
  ["that lasts for years", ["DTSTART:20010101T000000Z", "DTEND:20400101T000000Z"], "01-01T00:00/01-01T00:00"],
  ["that takes years", ["DTSTART:20010101T000000Z", "DURATION:P14244D"], "01-01T00:00/01-01T00:00"],
  [
    "of a day whose end the window cuts",
    ["DTSTART;VALUE=DATE:20261126", "DTEND;VALUE=DATE:20261127"],
    "11-26T05:00/11-27T05:00",
  ],
  [
    "of days whose end the window cuts",
    ["DTSTART;VALUE=DATE:20260101", "DURATION:P330D"],
    "01-01T05:00/11-27T05:00",
  ],
  [
    "long ago whose duration cannot be read",
    ["DTSTART:20010101T000000Z", "DURATION:soon"],
    "Intake cannot read DURATION in line 6 of the calendar.",
  ],
  [
    "from before zones",
    ["DTSTART;TZID=Europe/Berlin:16010101T000000", "DTEND;TZID=Europe/Berlin:16010101T010000"],
    "",
  ],
])("%s", (_, lines, times) => {
  expect(read(calendar(...event(...lines)))).toBe(times);
});

it.each<[string, string, string]>([
  ["the member declined", "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example", ""],
  ["in other letters", "ATTENDEE;partstat=declined:MAILTO:ADA@FIRM.EXAMPLE", ""],
  ["in a line that is not in capitals", "Attendee;PARTSTAT=DECLINED:mailto:ada@firm.example", THE_HOUR],
  ["in quotes", 'ATTENDEE;CN="A: B; C";PARTSTAT="DECLINED":mailto:ada@firm.example', ""],
  ["by the email parameter", "ATTENDEE;EMAIL=ada@firm.example;PARTSTAT=DECLINED:/principals/7/", ""],
  ["another declined", "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@firm.example", THE_HOUR],
  ["the member accepted", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@firm.example", THE_HOUR],
  [
    "whose name says so",
    'ATTENDEE;CN="x;PARTSTAT=DECLINED";PARTSTAT=ACCEPTED:mailto:ada@firm.example',
    THE_HOUR,
  ],
  ["an attendee that cannot be read", "ATTENDEE;=;;::", THE_HOUR],
])("%s", (_, attendee, times) => {
  expect(read(calendar(...event(...HOUR, attendee)))).toBe(times);
});

it("declined by somebody counts for a member without an email", () => {
  const file = calendar(...event(...HOUR, "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example"));
  expect(read(file, { ...MEMBER, email: null })).toBe(THE_HOUR);
});
