import { describe, expect, it } from "@jest/globals";
import { changeHints } from "../../../pages/book/change-hints.ts";
import { TEXTS } from "../../../pages/book/texts/languages.ts";

const BOTH = { book: false, reschedule: true, cancel: true };
const ONLY_CANCEL = { ...BOTH, reschedule: false };
const ONLY_MOVE = { ...BOTH, cancel: false };
const [EARLY, LATE] = ["2055-03-03T09:00:00.000Z", "2055-03-04T09:00:00.000Z"];
const NO_LIMITS = { reschedule_until: null, cancel_until: null, reschedules_left: null };

type Permissions = Parameters<typeof changeHints>[2];

const hints = (permissions: Permissions) => changeHints(TEXTS.en, "en", permissions);

describe("the hints about changes of an appointment", () => {
  it.each<[string, Permissions, object[]]>([
    ["nothing without limits", { ...NO_LIMITS, allowed: BOTH }, []],
    [
      "one deadline for both changes, and the moves left",
      { allowed: BOTH, reschedule_until: EARLY, cancel_until: EARLY, reschedules_left: 2 },
      [
        { text: "You can move or cancel it here until {date}.", until: EARLY },
        { text: "You can move it 2 more times." },
      ],
    ],
    [
      "two deadlines, and the last move",
      { allowed: BOTH, reschedule_until: EARLY, cancel_until: LATE, reschedules_left: 1 },
      [
        { text: "You can move it here until {date}.", until: EARLY },
        { text: "You can cancel it here until {date}.", until: LATE },
        { text: "You can move it once more." },
      ],
    ],
    ["no deadline that has passed: canceling", { ...NO_LIMITS, allowed: ONLY_MOVE, cancel_until: EARLY }, []],
    [
      "no moves left once the time for moving has passed",
      { allowed: ONLY_CANCEL, reschedule_until: EARLY, cancel_until: LATE, reschedules_left: 2 },
      [
        { text: "It cannot be moved here. For another time, please call the firm." },
        { text: "You can cancel it here until {date}.", until: LATE },
      ],
    ],
    [
      "no move where the firm allows none",
      { ...NO_LIMITS, allowed: ONLY_CANCEL, reschedules_left: 0 },
      [{ text: "It cannot be moved here. For another time, please call the firm." }],
    ],
    [
      "no move to an attorney who has left",
      { ...NO_LIMITS, allowed: ONLY_CANCEL },
      [{ text: "It cannot be moved here. For another time, please call the firm." }],
    ],
  ])("name %s", (_case, permissions, expected) => {
    expect(hints(permissions)).toEqual(expected);
  });
});
