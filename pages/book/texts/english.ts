/**
 * Every text of the page. A word in braces is a place for a value. A text with a number has a form for each plural
 * category of the language.
 */
export const ENGLISH = {
  /** The page's texts when its script or the other texts are missing. */
  shell: {
    title: "Your appointment",
    blocked:
      "This page needs JavaScript and a connection. Without them, please call the firm, which will make the appointment with you.",
  },
  title: "{heading} – {firm}",
  loading: "One moment…",
  personal: "This page is yours alone: whoever has its address can see the appointment.",
  personalUntil:
    "This page is yours alone: whoever has its address can change the appointment. The address works until {date}.",
  contact: "You can call {firm}: {number}",
  meeting: {
    duration: { one: "{count} minute", other: "{count} minutes" },
    attorney: "with {name}",
    anyAttorney: "with one of our attorneys",
  },
  book: {
    heading: "Choose a time, {name}",
    submit: "Book this time",
    submitting: "Booking your appointment.",
  },
  move: {
    heading: "Choose another time",
    current: "Your appointment is on {date}. It stays so unless you choose another time.",
    submit: "Move to this time",
    submitting: "Moving your appointment.",
    back: "Keep the present time",
  },
  days: {
    legend: "Day",
    earlier: "Earlier",
    later: "Later",
    free: { one: "{day}, {count} free time", other: "{day}, {count} free times" },
    busy: "{day}, no free time",
    found: {
      one: "There are free times on {count} day from {first} to {last}.",
      other: "There are free times on {count} days from {first} to {last}.",
    },
    none: "No time is free from {first} to {last}.",
    noneHint: "Look at later days, or call the firm: it may have times that are not shown here.",
  },
  times: {
    legend: "Time on {day}",
    morning: "Morning",
    afternoon: "Afternoon",
    evening: "Evening",
    zoneLabel: "Time zone",
    zone: "Time zone: {zone}.",
    zones: "Time zone: {zone}. The smaller times are the attorney’s, {other}.",
    firmZones: "Time zone: {zone}. The smaller times are the firm’s, {other}.",
    missing: "No time chosen yet.",
    chosen: "Your choice",
    back: "Back",
    nextDay: "{time} (next day)",
    previousDay: "{time} (previous day)",
  },
  taken: {
    heading: "That time has just gone",
    text: "{date} can no longer be booked. Nothing else has changed; these times are free now.",
    none: "{date} can no longer be booked. Nothing else has changed.",
  },
  missed: {
    heading: "Nothing was booked or changed",
    text: "No answer came, so this page has asked again: everything is as it was. Please try once more.",
  },
  appointment: {
    heading: "Your appointment",
    booked: "Your appointment is booked",
    moved: "Your appointment is moved",
    canceled: "Your appointment is canceled",
    canceledHint: "If you need another appointment, please call the firm.",
    completed: "Your appointment has taken place",
    running: "Your appointment is now",
    passed: "The time of your appointment has passed",
    other: "This link was used already, for the appointment below. It books only once.",
    changed: "The appointment has changed meanwhile. This is how it stands now.",
    notAllowed: "That can no longer be done here. Nothing was changed.",
    unread: "What you can still change here could not be loaded.",
    attorneyTime: "For the attorney it is {time}, {zone}.",
    move: "Choose another time",
    cancel: "Cancel the appointment",
    moveUntil: "You can move it here until {date}.",
    cancelUntil: "You can cancel it here until {date}.",
    changeUntil: "You can move or cancel it here until {date}.",
    movesLeft: { one: "You can move it once more.", other: "You can move it {count} more times." },
    notMovable: "It cannot be moved here. For another time, please call the firm.",
    fixed: "It can no longer be changed here. If you cannot come, please call the firm.",
  },
  calendar: {
    heading: "Add to your calendar",
    google: "Google Calendar",
    outlook: "Outlook",
    file: "Calendar file (.ics)",
    update: "Update your calendar",
    failed: "The calendar file could not be fetched. Please try again.",
    fileName: "appointment.ics",
  },
  cancel: {
    heading: "Cancel the appointment?",
    text: "{date}. The time will be free for others.",
    confirm: "Yes, cancel it",
    back: "No, keep it",
    submitting: "Canceling your appointment.",
  },
  disabled: {
    heading: "Nothing can be booked here now",
    text: "The firm does not take appointments on this page at the moment. Please call the firm.",
  },
  ended: {
    heading: "This link does not work",
    text: "It may have ended, or it was not copied whole. Please open it again from the firm’s message, or ask the firm for a new one.",
  },
  offline: {
    heading: "No connection",
    text: "The booking service cannot be reached. Please check your connection.",
    again: "This page tries again by itself when you are back.",
    unsent: "Nothing has been sent yet. Please leave this page open: it tries again by itself for a minute.",
  },
  rateLimited: {
    heading: "That was a little fast",
    text: "The page has been asked too often within a minute. Please wait a moment and try again.",
  },
  fault: {
    heading: "Something went wrong on our side",
    text: "It is not your fault, and nothing is lost. Please try again in a moment.",
    reference: "Should you call us about it: {id}",
  },
  unsureEnd: {
    heading: "We do not know whether it worked",
    text: "This link does not work any more, and no answer came before it ended. Please ask the firm before you do anything else.",
  },
  unknown: {
    heading: "We do not know yet whether it worked",
    text: "No answer has come. This page keeps asking: please leave it open. Nothing is booked twice.",
    fault:
      "Something went wrong on our side. This page keeps asking: please leave it open. Nothing is booked twice.",
    seen: "When this page last looked, your appointment was on {date}.",
    asking: "Asking again.",
    retry: "Ask again",
  },
  retry: "Try again",
};

export type Texts = typeof ENGLISH;
