/** The words of the desk, by view. Another language is another file of this shape. */
export const ENGLISH = {
  shell: {
    title: "Desk",
    blocked: "The desk needs JavaScript, and its files could not be loaded. Check the connection and reload.",
  },
  frame: {
    inbox: "Inbox",
    leads: "Leads",
    week: "Week",
    setup: "Setup",
    views: "Views",
    rejected: "{count} rejected",
    signOut: "Sign out",
    skip: "Skip to the content",
    loading: "Loading…",
    notLoaded: "This part of the desk could not be loaded: a newer version of it may be there.",
    reload: "Reload",
    nothing: "Your access shows nothing here. Ask whoever manages the desk.",
    asOf: "As of {time}",
    offline: "Offline. This is what was shown at {time}; nothing you do now is sent.",
    silent: "The service does not answer. This is what was shown at {time}.",
    waits: "Too many requests. Goes on in {seconds}.",
    zone: "Times are in {zone}.",
    leave: "Leave without saving what you typed?",
    back: "back to {view}",
  },
  signIn: {
    title: "Sign in",
    open: "Open the sign-in link that your office gave you, or type an API key.",
    key: "API key",
    keyHint: "It stays in this tab alone.",
    useKey: "Use this key",
    keyInvalid: "This key does not work: it begins with “itk_” and was shown once, when it was made.",
    askTitle: "Sign in on this computer?",
    here: "{name} is signed in here. Signing in ends that.",
    warning:
      "The link works once. Whoever uses this computer afterwards can do what you can, until you sign out.",
    keep: "Stay signed in: only on a computer that nobody else uses",
    signIn: "Sign in",
    noThanks: "Not now",
    endedTitle: "This link does not work any more",
    ended: "It was used, replaced or is older than seven days. Ask your office for a new one.",
    againTitle: "You are signed out",
    again:
      "Sign in as {name} to go on with what you typed: open a new sign-in link in this browser, or type the key.",
    againOther: "Somebody else who signs in starts afresh, and what you typed is dropped.",
    dropped: "{name} is signed in now. What {before} had typed was dropped.",
    unanswered: "The service did not answer. Check the connection, then try again.",
    tryAgain: "Try again",
    person: "{name} ({firm})",
    ofKey: "The key “{name}”",
  },
  parts: {
    working: "Saving…",
    close: "Close",
    cancel: "Cancel",
    discard: "Discard what you typed?",
    unknown: "We do not know yet whether {what}. Asking again, {seconds} so far.",
    unknownSecret:
      "We do not know whether {what}. It may have been made, and its secret is lost: look at the list, end it, and make another.",
    notDone: "It was not done: we asked again, and nothing shows that {what}.",
    refused: "Not done. {reason}",
    request: "Request {id}",
    offline: "You are offline: nothing was sent.",
    changed: "changed",
    now: "now",
    minutes: "{count} min",
    hours: "{count} h",
    days: "{count} d",
    seconds: { one: "{count} second", other: "{count} seconds" },
    today: "Today, {date}",
    yesterday: "Yesterday, {date}",
    tomorrow: "Tomorrow, {date}",
    copy: "Copy",
    copied: "Copied",
    somebody: "Somebody",
    unknownMember: "A former member",
    key: "the key “{name}”",
    someKey: "an API key",
    byLink: "the client by a link",
    system: "the system",
  },
  week: {
    title: "Week",
    free: "free",
    freeFrom: "free from {time}",
    notFree: "not free",
    past: "past",
    closed: "closed",
    completed: "completed",
    heldUntil: "held until {time}",
    busy: "busy",
    timeOff: "time off",
    holiday: "holiday",
    from: "from {time}",
    until: "until {time}",
  },
};

type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The shape of a language's file: the same names, any texts. */
type Shape<Part> = Part extends string
  ? string
  : Part extends { other: string }
    ? Plural
    : { readonly [Name in keyof Part]: Shape<Part[Name]> };

export type Texts = Shape<typeof ENGLISH>;
