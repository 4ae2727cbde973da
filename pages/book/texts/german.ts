import type { Texts } from "./english.ts";

export const GERMAN: Texts = {
  shell: {
    title: "Ihr Termin",
    blocked:
      "Diese Seite braucht JavaScript und eine Verbindung. Sonst rufen Sie bitte die Kanzlei an, die den Termin mit Ihnen vereinbart.",
  },
  title: "{heading} – {firm}",
  loading: "Einen Moment…",
  personal: "Diese Seite ist nur für Sie bestimmt: Wer ihre Adresse hat, kann den Termin sehen.",
  personalUntil:
    "Diese Seite ist nur für Sie bestimmt: Wer ihre Adresse hat, kann den Termin ändern. Die Adresse gilt bis {date}.",
  contact: "Sie erreichen {firm} unter {number}",
  meeting: {
    duration: { one: "{count} Minute", other: "{count} Minuten" },
    attorney: "mit {name}",
    anyAttorney: "mit einer Anwältin oder einem Anwalt unserer Kanzlei",
  },
  book: {
    heading: "Wählen Sie eine Zeit, {name}",
    submit: "Diese Zeit buchen",
    submitting: "Ihr Termin wird gebucht.",
  },
  move: {
    heading: "Wählen Sie eine andere Zeit",
    current: "Ihr Termin ist am {date}. Er bleibt bestehen, wenn Sie keine andere Zeit wählen.",
    submit: "Auf diese Zeit verschieben",
    submitting: "Ihr Termin wird verschoben.",
    back: "Jetzige Zeit behalten",
  },
  days: {
    legend: "Tag",
    earlier: "Früher",
    later: "Später",
    free: { one: "{day}, {count} freie Zeit", other: "{day}, {count} freie Zeiten" },
    busy: "{day}, keine freie Zeit",
    found: {
      one: "Vom {first} bis {last} gibt es an {count} Tag freie Zeiten.",
      other: "Vom {first} bis {last} gibt es an {count} Tagen freie Zeiten.",
    },
    none: "Vom {first} bis {last} ist keine Zeit frei.",
    noneHint:
      "Sehen Sie bei späteren Tagen nach, oder rufen Sie die Kanzlei an: Vielleicht hat sie Zeiten, die hier nicht stehen.",
  },
  times: {
    legend: "Zeit am {day}",
    morning: "Vormittag",
    afternoon: "Nachmittag",
    evening: "Abend",
    zoneLabel: "Zeitzone",
    zone: "Zeitzone: {zone}.",
    zones: "Zeitzone: {zone}. Die kleineren Zeiten gelten beim Anwalt oder bei der Anwältin: {other}.",
    firmZones: "Zeitzone: {zone}. Die kleineren Zeiten gelten bei der Kanzlei: {other}.",
    missing: "Noch keine Zeit gewählt.",
    chosen: "Ihre Auswahl",
    back: "Zurück",
    nextDay: "{time} (Folgetag)",
    previousDay: "{time} (Vortag)",
  },
  taken: {
    heading: "Diese Zeit ist gerade vergeben worden",
    text: "Der Termin am {date} kann nicht mehr gebucht werden. Sonst hat sich nichts geändert; diese Zeiten sind jetzt frei.",
    none: "Der Termin am {date} kann nicht mehr gebucht werden. Sonst hat sich nichts geändert.",
  },
  missed: {
    heading: "Es wurde nichts gebucht oder geändert",
    text: "Es kam keine Antwort, deshalb hat diese Seite noch einmal gefragt: Alles ist, wie es war. Bitte versuchen Sie es noch einmal.",
  },
  appointment: {
    heading: "Ihr Termin",
    booked: "Ihr Termin ist gebucht",
    moved: "Ihr Termin ist verschoben",
    canceled: "Ihr Termin ist abgesagt",
    canceledHint: "Wenn Sie einen anderen Termin brauchen, rufen Sie bitte die Kanzlei an.",
    completed: "Ihr Termin hat stattgefunden",
    running: "Ihr Termin ist jetzt",
    passed: "Die Zeit Ihres Termins ist vorbei",
    other: "Mit diesem Link wurde schon der Termin unten gebucht. Er bucht nur einmal.",
    changed: "Der Termin wurde inzwischen geändert. So steht er jetzt.",
    notAllowed: "Das geht hier nicht mehr. Es wurde nichts geändert.",
    unread: "Was Sie hier noch ändern können, konnte nicht geladen werden.",
    attorneyTime: "Beim Anwalt oder bei der Anwältin ist es dann {time}, {zone}.",
    move: "Andere Zeit wählen",
    cancel: "Termin absagen",
    moveUntil: "Sie können ihn hier bis {date} verschieben.",
    cancelUntil: "Sie können ihn hier bis {date} absagen.",
    changeUntil: "Sie können ihn hier bis {date} verschieben oder absagen.",
    movesLeft: {
      one: "Sie können ihn noch einmal verschieben.",
      other: "Sie können ihn noch {count} Mal verschieben.",
    },
    notMovable: "Er kann hier nicht verschoben werden. Für eine andere Zeit rufen Sie bitte die Kanzlei an.",
    fixed:
      "Er kann hier nicht mehr geändert werden. Wenn Sie nicht kommen können, rufen Sie bitte die Kanzlei an.",
  },
  calendar: {
    heading: "In Ihren Kalender eintragen",
    google: "Google Kalender",
    outlook: "Outlook",
    file: "Kalenderdatei (.ics)",
    update: "Kalender aktualisieren",
    failed: "Die Kalenderdatei konnte nicht geholt werden. Bitte versuchen Sie es noch einmal.",
    fileName: "termin.ics",
  },
  cancel: {
    heading: "Den Termin absagen?",
    text: "Der Termin am {date} wird für andere frei.",
    confirm: "Ja, absagen",
    back: "Nein, behalten",
    submitting: "Ihr Termin wird abgesagt.",
  },
  disabled: {
    heading: "Hier kann jetzt nichts gebucht werden",
    text: "Die Kanzlei nimmt zurzeit auf dieser Seite keine Termine an. Bitte rufen Sie die Kanzlei an.",
  },
  ended: {
    heading: "Dieser Link funktioniert nicht",
    text: "Vielleicht ist er abgelaufen, oder er wurde nicht ganz kopiert. Bitte öffnen Sie ihn noch einmal aus der Nachricht der Kanzlei, oder bitten Sie die Kanzlei um einen neuen.",
  },
  offline: {
    heading: "Keine Verbindung",
    text: "Der Buchungsdienst ist nicht zu erreichen. Bitte prüfen Sie Ihre Verbindung.",
    again: "Diese Seite versucht es von selbst wieder, wenn Sie verbunden sind.",
    unsent:
      "Es wurde noch nichts gesendet. Bitte lassen Sie diese Seite offen: Sie versucht es eine Minute lang von selbst wieder.",
  },
  rateLimited: {
    heading: "Das war etwas zu schnell",
    text: "Die Seite wurde innerhalb einer Minute zu oft abgefragt. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.",
  },
  fault: {
    heading: "Bei uns ist etwas schiefgegangen",
    text: "Es liegt nicht an Ihnen, und nichts ist verloren. Bitte versuchen Sie es gleich noch einmal.",
    reference: "Falls Sie uns deswegen anrufen: {id}",
  },
  unsureEnd: {
    heading: "Wir wissen nicht, ob es geklappt hat",
    text: "Dieser Link funktioniert nicht mehr, und vorher kam keine Antwort. Bitte fragen Sie die Kanzlei, bevor Sie etwas anderes tun.",
  },
  unknown: {
    heading: "Wir wissen noch nicht, ob es geklappt hat",
    text: "Es kam keine Antwort. Diese Seite fragt weiter: Bitte lassen Sie sie offen. Nichts wird doppelt gebucht.",
    fault:
      "Bei uns ist etwas schiefgegangen. Diese Seite fragt weiter: Bitte lassen Sie sie offen. Nichts wird doppelt gebucht.",
    seen: "Als diese Seite zuletzt nachgesehen hat, war Ihr Termin am {date}.",
    asking: "Es wird noch einmal gefragt.",
    retry: "Noch einmal fragen",
  },
  retry: "Noch einmal versuchen",
};
