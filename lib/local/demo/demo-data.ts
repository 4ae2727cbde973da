// Everything that the demo firm shows, as plain data. `demo-history.ts` brings it in by the product's own operations.
// Times are relative to the first start: "25m" and "9h" ago, "12d 10:05" twelve days ago on the firm's clock. Days of
// consultations count workdays from that of the start, or from the next one.

export const TIME_ZONE = "America/New_York";

export const FIRM = {
  name: "Demo Law",
  defaultCountry: "US",
  contactPhone: "+12125550100",
  contactPhoneText: { national: "(212) 555-0100", international: "+1 212 555 0100" },
  currency: "USD",
  location: "1 Main Street, New York, room 5",
} as const;

export const CASE_TYPES = {
  injury: "Personal injury",
  family: "Family",
  immigration: "Immigration",
  estate: "Estate",
  other: "Other",
} as const;

export const LEAD_FIELDS = [
  { key: "case_type", label: "Case type", type: "select", options: Object.values(CASE_TYPES) },
  { key: "incident_date", label: "Date of incident", type: "date", options: [] },
  { key: "summary", label: "What happened", type: "text", options: [] },
  { key: "estimated_value", label: "Estimated value (USD)", type: "number", options: [] },
  { key: "has_police_report", label: "Police report exists", type: "boolean", options: [] },
] as const;

export const CONSULTATION_FIELDS = [
  { key: "meeting_place", label: "Where", type: "select", options: ["Office", "Phone", "Video"] },
  { key: "notes", label: "Notes", type: "text", options: [] },
] as const;

/** Members by the names that the rows below use. */
export type Who = keyof typeof MEMBERS;
export const MEMBERS = {
  alex: { name: "Alex Castellan", role: "attorney", access: "manage", hours: ["09:00-17:00"] },
  daniel: {
    name: "Daniel Brandt",
    role: "attorney, Chicago",
    access: "work",
    hours: ["09:00-12:00", "13:00-17:00"],
    timeZone: "America/Chicago",
  },
  ruth: { name: "Ruth Okonjo", role: "attorney, calls only", access: "read", hours: ["13:00-19:00"] },
  nora: { name: "Nora Lindqvist", role: "office manager", access: "manage", hours: [] },
  tomas: { name: "Tomas Avila", role: "intake specialist", access: "work", hours: [] },
} as const;

/** The routing rule of leads from the website's own form and the API. Absent without the three months of leads. */
export const ROUTING = {
  key: "website",
  source: "website",
  respondWithinMinutes: 30,
  turns: [
    ["nora", 1],
    ["tomas", 2],
  ],
} as const;

/** When the deadline of a lead of the website passed: that of the one who wrote 50 minutes ago. */
export const LATE = "20m";

/** Each with its pool. Clients' links book the first one. */
export const CONSULTATION_TYPES: readonly {
  key: string;
  name: string;
  minutes: number;
  amount: number | null;
  location: string | null;
  pool: readonly Who[];
}[] = [
  { key: "initial", name: "Initial consultation", minutes: 60, amount: 150, location: null, pool: ["alex"] },
  {
    key: "review",
    name: "Case review",
    minutes: 30,
    amount: null,
    location: "Video",
    pool: ["alex", "daniel"],
  },
  { key: "phone", name: "Phone consultation", minutes: 30, amount: null, location: "Phone", pool: ["ruth"] },
];

/** The form's source exists before the others: every start leads it to its pages. */
export const FORM_SOURCE = {
  key: "demo-form",
  name: "Website form",
  // people do not see the field, but bots fill it in
  accept_when: [{ path: "website", present: false }],
  booking: { type: "initial" },
};

export const SOURCES = [
  {
    key: "google-ads",
    name: "Google Ads, injury",
    mapping: {
      full_name: "user_column_data[column_id=FULL_NAME].string_value",
      email: [
        "user_column_data[column_id=EMAIL].string_value",
        "user_column_data[column_id=WORK_EMAIL].string_value",
      ],
      phone: "user_column_data[column_id=PHONE_NUMBER].string_value",
      external_id: "lead_id",
      "data.case_type": { value: CASE_TYPES.injury },
    },
    test_when: [{ path: "is_test", equals: true }],
    body_secret: { path: "google_key", value: "8f3b6c1e5a7d4029" },
  },
  {
    key: "facebook",
    name: "Facebook leads",
    mapping: { external_id: "id" },
    accept_when: [{ path: "form_id", equals: "998877665544332" }],
    invalid_data: "omit",
  },
  {
    key: "answering-service",
    name: "Answering service",
    mapping: {
      full_name: "caller.name",
      phone: "caller.number",
      external_id: "call_id",
      "data.case_type": "matter",
      "data.summary": "message",
    },
  },
] as const;

/** The messages of people, by case type. */
export const STORIES: Readonly<Record<keyof typeof CASE_TYPES, readonly string[]>> = {
  injury: [
    "A van hit my bicycle on Atlantic Ave. Broken wrist. His insurer keeps calling me.",
    "Slipped on the wet stairs at work. My knee needs surgery. The manager says there is no report.",
    "Rear-ended at a red light. Two weeks of headaches, and my car is gone.",
    "The dog of my neighbor bit my daughter. She has eleven stitches.",
    "A shelf in the store fell on my shoulder. They have it on video.",
  ],
  family: [
    "We have agreed to divorce, but not on the house.",
    "My ex wants to move to Florida with our son in January.",
    "I need a custody order before school starts.",
    "He stopped paying support in August.",
  ],
  immigration: [
    "My work visa ends in ten weeks and my employer has not filed anything.",
    "I would like to bring my mother here.",
    "My interview for the green card was moved twice.",
  ],
  estate: [
    "My father died without a will. There are three of us, and an apartment in Queens.",
    "We want a trust for our daughter, who cannot manage money.",
    "I am the executor and the bank wants papers that I do not have.",
  ],
  other: [
    "My landlord keeps the deposit and does not answer.",
    "A contractor took 8,000 dollars and never came back.",
    "Can you look at a lease for my bakery?",
  ],
};

/** How far a lead has come, and who works on it. */
export type Course = "new" | "contacted" | "qualified" | "retained" | "lost" | "archived";

/** The steps of a lead: the minutes since the step before, and the stage, or null to archive it. */
export const COURSES: Readonly<
  Record<Course, readonly (readonly [minutes: number, stage: string | null])[]>
> = {
  new: [],
  contacted: [[35, "contacted"]],
  qualified: [
    [20, "contacted"],
    [1_500, "qualified"],
  ],
  retained: [
    [90, "qualified"],
    [7_300, "retained"],
  ],
  lost: [[4_400, "lost"]],
  archived: [
    [5_900, "lost"],
    [20_000, null],
  ],
};

export type LeadRow = readonly [
  when: string,
  source: string,
  name: string,
  contact: string,
  matter: keyof typeof CASE_TYPES,
  course: Course,
  who: Who,
];

/** Three months of leads, oldest first. Those of `referral` and `website` are entered by hand. */
export const LEADS: readonly LeadRow[] = [
  ["89d 12:49", "facebook", "Agneta Lorimer", "(212) 555-0110", "family", "lost", "daniel"],
  ["88d 08:36", "answering-service", "Bram Hollander", "(718) 555-0111", "family", "lost", "tomas"],
  ["88d 15:00", "answering-service", "Cosima Reyes-Park", "(917) 555-0112", "family", "archived", "alex"],
  ["86d 17:27", "demo-form", "Elin Sandgaard", "(646) 555-0111", "injury", "retained", "daniel"],
  ["86d 11:04", "answering-service", "Farid Benaissa", "(929) 555-0112", "estate", "lost", "tomas"],
  ["85d 08:25", "demo-form", "Gwen Tremaine", "(212) 555-0113", "injury", "retained", "alex"],
  ["84d 09:07", "demo-form", "Imre Kovalik", "(917) 555-0115", "family", "retained", "daniel"],
  ["83d 14:37", "google-ads", "Juno Castellane", "(347) 555-0113", "injury", "retained", "nora"],
  ["82d 16:02", "demo-form", "Kasper Lindholm", "kasper@example.com", "family", "retained", "alex"],
  ["81d 09:59", "facebook", "Milo Stavros-Hay", "(212) 555-0116", "estate", "retained", "alex"],
  ["80d 13:38", "answering-service", "Nadia Orlovich", "(718) 555-0117", "injury", "lost", "daniel"],
  ["80d 08:25", "answering-service", "Oksana Verhoeven", "(917) 555-0118", "estate", "retained", "nora"],
  ["78d 14:16", "facebook", "Quincy Adebayo-Lee", "(646) 555-0117", "injury", "lost", "tomas"],
  ["78d 09:28", "google-ads", "Rosalind Mbeki", "(929) 555-0118", "injury", "lost", "nora"],
  ["77d 13:39", "google-ads", "Silas Thornbury", "(212) 555-0119", "injury", "retained", "daniel"],
  ["76d 16:03", "facebook", "Ulf Marstrander", "(917) 555-0121", "family", "lost", "tomas"],
  ["75d 16:48", "facebook", "Vesna Dragomir", "(347) 555-0119", "injury", "archived", "tomas"],
  ["74d 12:17", "google-ads", "Wim de Groot-Ames", "(646) 555-0120", "injury", "lost", "alex"],
  ["73d 13:31", "google-ads", "Yael Rosmarin", "(212) 555-0122", "injury", "lost", "tomas"],
  ["72d 17:04", "facebook", "Zoltan Ferency", "(718) 555-0123", "injury", "retained", "tomas"],
  ["72d 16:04", "answering-service", "Anouk Delacroix", "(917) 555-0124", "family", "archived", "daniel"],
  ["70d 16:41", "facebook", "Carmen Iturbide", "(646) 555-0123", "family", "archived", "tomas"],
  ["70d 09:12", "answering-service", "Desmond Achebe", "(929) 555-0124", "family", "retained", "nora"],
  ["69d 10:08", "facebook", "Esther Lindqvist-Cole", "(212) 555-0125", "other", "retained", "daniel"],
  ["68d 12:53", "answering-service", "Giulia Bartolini", "(917) 555-0127", "other", "lost", "tomas"],
  ["67d 17:03", "facebook", "Hana Kobayashi", "(347) 555-0125", "estate", "lost", "tomas"],
  ["66d 09:58", "referral", "Ismail Demirci", "(646) 555-0126", "family", "retained", "tomas"],
  ["65d 19:10", "referral", "Kwame Boateng", "kwame@example.com", "other", "lost", "tomas"],
  ["64d 16:56", "answering-service", "Lucille Fontaine", "(718) 555-0129", "family", "lost", "tomas"],
  ["64d 09:16", "demo-form", "Mateo Villanueva", "(917) 555-0130", "other", "archived", "alex"],
  ["62d 08:09", "referral", "Otto Brandauer", "(646) 555-0129 otto@example.com", "other", "lost", "tomas"],
  ["62d 14:25", "answering-service", "Perpetua Lima", "(929) 555-0130", "other", "retained", "nora"],
  ["61d 16:09", "answering-service", "Rafael Quintero", "(212) 555-0131", "family", "lost", "nora"],
  ["60d 16:26", "demo-form", "Thabo Nkosi", "thabo@example.com", "family", "lost", "alex"],
  ["59d 11:31", "facebook", "Una Brennan", "una@example.com", "other", "lost", "tomas"],
  ["58d 18:01", "answering-service", "Viktor Hlavac", "(646) 555-0132", "immigration", "lost", "tomas"],
  ["57d 18:54", "answering-service", "Yusuf Karimov", "(212) 555-0134", "injury", "retained", "alex"],
  ["57d 17:49", "referral", "Zelda Fairweather", "zelda@example.com", "immigration", "lost", "tomas"],
  ["56d 15:44", "answering-service", "Amara Diallo", "(917) 555-0136", "injury", "lost", "nora"],
  ["55d 10:22", "answering-service", "Chiara Montanari", "(646) 555-0135", "family", "lost", "nora"],
  ["54d 09:43", "answering-service", "Dmitri Sokolov", "(929) 555-0136", "immigration", "lost", "daniel"],
  ["53d 14:09", "demo-form", "Eleni Vassos", "(212) 555-0137", "injury", "retained", "nora"],
  ["52d 13:49", "demo-form", "Greta Hallgren", "(917) 555-0139", "injury", "qualified", "nora"],
  ["51d 14:04", "facebook", "Hector Salinas", "(347) 555-0137", "family", "retained", "nora"],
  ["51d 13:57", "demo-form", "Ingrid Solberg", "ingrid@example.com", "immigration", "retained", "nora"],
  ["50d 18:16", "demo-form", "Keiko Matsuda", "(212) 555-0140", "family", "retained", "daniel"],
  ["49d 08:34", "google-ads", "Lorenzo Pace", "(718) 555-0141", "injury", "archived", "tomas"],
  ["48d 11:14", "demo-form", "Mirela Ionescu", "(917) 555-0142", "other", "archived", "alex"],
  ["47d 13:36", "referral", "Odette Marchand", "(646) 555-0141", "other", "archived", "nora"],
  ["46d 10:19", "answering-service", "Pavel Novotny", "(929) 555-0142", "injury", "lost", "nora"],
  ["46d 16:11", "demo-form", "Rania Haddad", "(212) 555-0143", "other", "retained", "nora"],
  ["44d 16:28", "facebook", "Tuva Nystrom", "(917) 555-0145", "estate", "lost", "daniel"],
  ["44d 10:46", "demo-form", "Ursula Weiss", "(347) 555-0143", "other", "qualified", "daniel"],
  ["43d 10:55", "answering-service", "Vikram Chaudhary", "(646) 555-0144", "family", "retained", "tomas"],
  ["42d 12:22", "referral", "Yara Mansour", "(212) 555-0146", "family", "lost", "tomas"],
  ["41d 16:46", "demo-form", "Zachary Pell", "(718) 555-0147", "estate", "lost", "tomas"],
  ["41d 13:00", "referral", "Adaeze Obi", "(917) 555-0148", "estate", "retained", "tomas"],
  ["40d 17:40", "facebook", "Clara Whitcombe", "(646) 555-0147", "estate", "retained", "tomas"],
  ["39d 16:03", "facebook", "Declan Moriarty", "(929) 555-0148", "family", "retained", "tomas"],
  ["38d 12:20", "facebook", "Emeka Nwosu", "(212) 555-0149 emeka@example.com", "estate", "retained", "alex"],
  ["37d 10:45", "facebook", "Gideon Ashworth", "(917) 555-0151", "injury", "lost", "alex"],
  ["36d 10:01", "referral", "Helga Brandt-Ruiz", "(347) 555-0149", "family", "retained", "alex"],
  ["36d 11:15", "google-ads", "Ines Carvalho", "(646) 555-0150", "injury", "retained", "tomas"],
  ["35d 15:03", "referral", "Katya Belova", "katya@example.com", "family", "retained", "daniel"],
  ["34d 16:25", "google-ads", "Lars Petersen", "(718) 555-0153", "injury", "lost", "tomas"],
  ["33d 19:03", "answering-service", "Malik Freeman", "(917) 555-0154", "injury", "retained", "tomas"],
  ["32d 19:17", "demo-form", "Olwen Price", "(646) 555-0153", "family", "lost", "alex"],
  ["32d 19:29", "facebook", "Pilar Echeverria", "pilar@example.com", "injury", "lost", "daniel"],
  ["31d 16:42", "demo-form", "Reuben Katz", "(212) 555-0155 reuben@example.com", "family", "lost", "alex"],
  ["30d 15:45", "demo-form", "Saskia van Dijk", "(718) 555-0156", "family", "retained", "nora"],
  ["30d 08:49", "google-ads", "Tomasz Zielinski", "(917) 555-0157", "injury", "contacted", "nora"],
  ["29d 12:50", "google-ads", "Uche Anyanwu", "(347) 555-0155", "injury", "lost", "tomas"],
  ["29d 11:37", "demo-form", "Valentina Rossi", "(646) 555-0156", "injury", "contacted", "nora"],
  ["28d 17:25", "referral", "Walter Hemmings", "(929) 555-0157", "other", "contacted", "nora"],
  ["28d 10:05", "demo-form", "Yevgenia Marek", "(212) 555-0158", "injury", "qualified", "daniel"],
  ["27d 14:45", "answering-service", "Aisha Rahman", "(718) 555-0159", "family", "qualified", "tomas"],
  ["26d 10:50", "demo-form", "Bastian Kohler", "(917) 555-0160", "estate", "retained", "tomas"],
  ["26d 12:30", "demo-form", "Corinne Baptiste", "(347) 555-0158", "injury", "qualified", "tomas"],
  ["25d 13:52", "facebook", "Davit Sargsyan", "(646) 555-0159", "estate", "retained", "alex"],
  ["25d 08:11", "demo-form", "Elodie Laurent", "(929) 555-0160", "family", "lost", "alex"],
  ["24d 08:57", "demo-form", "Franklin Moss", "(212) 555-0161", "family", "lost", "tomas"],
  ["23d 15:01", "demo-form", "Gabriela Pinto", "(718) 555-0162", "family", "contacted", "tomas"],
  ["23d 18:36", "answering-service", "Henrik Vestergaard", "(917) 555-0163", "family", "retained", "nora"],
  ["22d 08:43", "demo-form", "Ilse Baumann", "ilse@example.com", "estate", "retained", "tomas"],
  ["22d 10:47", "referral", "Joaquin Herrera", "joaquin@example.com", "estate", "lost", "alex"],
  ["21d 14:50", "demo-form", "Kerstin Aalto", "(929) 555-0163", "immigration", "qualified", "alex"],
  ["21d 18:33", "demo-form", "Leonora Byrne", "(212) 555-0164", "injury", "lost", "tomas"],
  [
    "20d 09:47",
    "answering-service",
    "Marek Zawadzki-Lane",
    "(718) 555-0165",
    "immigration",
    "qualified",
    "nora",
  ],
  ["20d 09:20", "facebook", "Nkechi Okafor-Bell", "nkechi@example.com", "injury", "lost", "nora"],
  ["19d 18:30", "demo-form", "Orla Sheridan", "(347) 555-0164", "family", "contacted", "nora"],
  ["18d 09:19", "google-ads", "Petra Janssen", "(646) 555-0165", "injury", "qualified", "tomas"],
  ["18d 16:09", "demo-form", "Renee Abelard", "(929) 555-0166", "estate", "retained", "daniel"],
  ["17d 10:38", "google-ads", "Sunniva Dahlgren", "(212) 555-0167", "injury", "lost", "alex"],
  ["17d 16:46", "facebook", "Tilda Brampton", "(718) 555-0168", "family", "lost", "daniel"],
  ["16d 14:57", "google-ads", "Umberto Galli", "(917) 555-0169", "injury", "lost", "alex"],
  ["16d 12:55", "facebook", "Veronika Lang", "(347) 555-0167", "injury", "lost", "daniel"],
  ["15d 15:07", "demo-form", "Wendell Achterberg", "(646) 555-0168", "family", "qualified", "alex"],
  ["15d 08:50", "google-ads", "Yuki Tanabe-Ross", "(929) 555-0169", "injury", "lost", "tomas"],
  ["14d 15:18", "demo-form", "Abel Kiprop", "(212) 555-0170 abel@example.com", "injury", "retained", "nora"],
  ["13d 17:32", "facebook", "Bea Thornquist", "bea@example.com", "injury", "contacted", "tomas"],
  ["13d 08:49", "demo-form", "Callum Devereux-Pike", "callum@example.com", "injury", "lost", "nora"],
  ["12d 08:13", "referral", "Dara Whitcombe-Hale", "(347) 555-0170", "family", "retained", "alex"],
  ["12d 18:41", "demo-form", "Elias Grau", "(646) 555-0171", "estate", "lost", "alex"],
  ["11d 14:41", "google-ads", "Femi Adeyinka-Cole", "(929) 555-0172", "injury", "qualified", "tomas"],
  ["11d 09:17", "google-ads", "Gaspard Noel", "(212) 555-0173", "injury", "lost", "tomas"],
  ["10d 14:14", "answering-service", "Hamid Sorouri", "(718) 555-0174", "injury", "lost", "alex"],
  ["10d 18:28", "answering-service", "Ignacio Valdes Roca", "(917) 555-0175", "family", "contacted", "alex"],
  ["9d 10:58", "answering-service", "Jelena Petrovic", "(347) 555-0173", "other", "retained", "tomas"],
  ["9d 09:52", "facebook", "Kofi Brandtner", "(646) 555-0174", "injury", "contacted", "tomas"],
  ["8d 18:32", "facebook", "Lucia Ferrante-Boyd", "(929) 555-0175", "injury", "qualified", "nora"],
  ["8d 18:31", "demo-form", "Moira Kilbride", "(212) 555-0176", "immigration", "new", "alex"],
  ["7d 08:48", "answering-service", "Noor Haddadine", "(718) 555-0177", "injury", "new", "alex"],
  ["7d 16:46", "answering-service", "Osei Quartey-Moss", "(917) 555-0178", "injury", "retained", "nora"],
  ["6d 12:10", "answering-service", "Paloma Serrano", "(347) 555-0176", "other", "lost", "tomas"],
  ["6d 09:25", "answering-service", "Roman Shevchuk", "(646) 555-0177", "family", "new", "nora"],
  ["5d 11:57", "answering-service", "Sofia Lindgren", "(929) 555-0178", "estate", "contacted", "tomas"],
  ["5d 19:47", "referral", "Tariq Mahmood", "tariq@example.com", "other", "qualified", "nora"],
  ["4d 15:26", "answering-service", "Ursa Zupan", "(718) 555-0180", "immigration", "new", "alex"],
  ["4d 11:14", "facebook", "Vera Halloran", "(917) 555-0181 vera@example.com", "immigration", "new", "alex"],
  ["4d 15:44", "answering-service", "Wes Carmody", "(347) 555-0179", "other", "contacted", "tomas"],
  ["3d 14:45", "facebook", "Ximena Duarte", "(646) 555-0180", "family", "contacted", "alex"],
  ["3d 10:10", "facebook", "Yan Zhou-Miller", "yan@example.com", "injury", "lost", "daniel"],
  ["2d 18:31", "answering-service", "Zuri Kamau", "(212) 555-0182", "immigration", "new", "alex"],
  ["2d 19:30", "facebook", "Arlo Pemberton", "(718) 555-0183 arlo@example.com", "injury", "new", "tomas"],
  ["1d 18:52", "demo-form", "Brigid Connolly", "(917) 555-0184", "immigration", "new", "nora"],
  ["1d 12:39", "google-ads", "Casimir Wolski", "(347) 555-0182", "injury", "new", "tomas"],
  ["1d 16:15", "demo-form", "Delphine Roux", "(646) 555-0183", "injury", "new", "alex"],
  ["1d 10:18", "google-ads", "Edgar Lunt", "(929) 555-0184", "injury", "new", "alex"],
  [
    "20h",
    "demo-form",
    "Greta Oyelaran",
    "(718) 555-0131 greta.o@example.com",
    "family",
    "contacted",
    "tomas",
  ],
  ["7h", "answering-service", "Cyrus Navabi", "(646) 555-0119", "estate", "new", "tomas"],
  ["5h", "facebook", "Ottilie Crane", "(347) 555-0126 ottilie.c@example.com", "injury", "new", "nora"],
  ["3h", "demo-form", "Pria Ramanathan", "(212) 555-0147", "injury", "new", "tomas"],
  ["70m", "answering-service", "Lamar Whitfield", "(718) 555-0182", "family", "new", "tomas"],
  ["4h", "website", "Selma Thorvald", "(929) 555-0187 selma.t@example.com", "estate", "new", "nora"],
  ["50m", "website", "Ignatius Boyle", "(917) 555-0188", "family", "new", "nora"],
  ["15m", "website", "Fenna Dijkstra", "(347) 555-0189 fenna.d@example.com", "injury", "new", "nora"],
  ["20m", "demo-form", "Priya Ramanathan", "(212) 555-0147 priya.r@example.com", "injury", "new", "tomas"],
];

export type ActivityRow = readonly [
  when: string,
  lead: string,
  who: Who,
  what: {
    readonly kind: string;
    readonly direction?: string;
    readonly outcome?: string;
    readonly text: string;
  },
  /** The minutes from the first start to the next contact. */
  nextContactInMinutes?: number,
];

const call = (outcome: string, text: string) => ({ kind: "call", direction: "out", outcome, text });

/** The activities of the office, oldest first. The first call that leaves a message ends a deadline. */
export const ACTIVITIES: readonly ActivityRow[] = [
  [
    "19h",
    "Greta Oyelaran",
    "tomas",
    call("reached", "Wants custody settled before school starts. Sends papers."),
  ],
  ["18h", "Greta Oyelaran", "tomas", { kind: "note", text: "Her sister knows our client of last year." }],
  ["225m", "Selma Thorvald", "nora", call("left_message", "Mailbox. Asked her to call back.")],
  [
    "3h",
    "Selma Thorvald",
    "nora",
    { kind: "text", direction: "in", text: "At work until four. Please call after that." },
    90,
  ],
  ["40m", "Ignatius Boyle", "nora", call("no_answer", "Rang twice.")],
];

/**
 * Other deliveries of the last weeks. One of a name in `LEADS` is of that lead: the same again, or with what is given
 * here. `asked` has the answers to a form's own questions.
 */
export type DeliveryRow = {
  readonly at: string;
  readonly source: string;
  readonly name: string;
  readonly contact?: string;
  readonly matter?: keyof typeof CASE_TYPES;
  readonly asked?: Readonly<Record<string, string>>;
  readonly isTest?: true;
};

export const DELIVERIES: readonly DeliveryRow[] = [
  // Since yesterday the advertisement asks for the number by a question of its own.
  ...(
    [
      ["26h", "Odalys Marchetti", "(917) 555-0164", "11217"],
      ["19h", "Tobias Renner", "(347) 555-0149", "11201"],
      ["35m", "Philippa Osborne", "(929) 555-0151", "10025"],
    ] as const
  ).map(([at, name, best_number_to_call, POSTAL_CODE]) => ({
    at,
    source: "google-ads",
    name,
    matter: "injury" as const,
    asked: { best_number_to_call, POSTAL_CODE },
  })),
  { at: "1d 14:15", source: "google-ads", name: "FirstName LastName", contact: "+16505550123", isTest: true },
  {
    at: "19d 09:02",
    source: "google-ads",
    name: "FirstName LastName",
    contact: "+16505550123",
    isTest: true,
  },
  { at: "6h", source: "answering-service", name: "Marguerite", contact: "(212) 555-0138" },
  { at: "12d 16:40", source: "answering-service", name: "Delroy", contact: "(917) 555-0117" },
  { at: "4h", source: "demo-form", name: "Greta Oyelaran", contact: "(718) 555-0133 greta.o@example.com" },
  { at: "2h", source: "answering-service", name: "Cyrus Navabi" },
  { at: "13d 17:39", source: "facebook", name: "Bea Thornquist" },
  { at: "9d 12:21", source: "google-ads", name: "Femi Adeyinka-Cole", contact: "(929) 555-0199" },
  {
    at: "8h",
    source: "facebook",
    name: "Ivo Stankovic",
    contact: "ivo.s@example.com",
    asked: { form_id: "120210000000000777", summary: "I would like to work for you." },
  },
  {
    at: "3d 18:22",
    source: "facebook",
    name: "Anselm Roy",
    contact: "anselm.r@example.com",
    asked: { form_id: "120210000000000777", summary: "Are you hiring paralegals?" },
  },
  {
    at: "5d 08:40",
    source: "facebook",
    name: "Leonie Vance",
    contact: "(646) 555-0107 leonie.v@example.com",
    matter: "injury",
    asked: { incident_date: "last Tuesday" },
  },
  {
    at: "2d 03:12",
    source: "demo-form",
    name: "Best Rankings",
    contact: "sales@example.com",
    asked: { website: "https://rankings.example", summary: "First place on every search engine!" },
  },
  { at: "7d 22:48", source: "demo-form", name: "Corbin Hale", contact: "corbin@example" },
];

export type ConsultationRow = readonly [
  who: Who,
  workday: number,
  time: string,
  lead: string,
  type: string,
  /** The outcome of one that is over; another time for one that was moved from there. */
  fate?: "completed" | "paid" | "no-show" | "canceled" | `from ${number} ${string}`,
];

export const CONSULTATIONS: readonly ConsultationRow[] = [
  ["alex", -9, "09:00", "Henrik Vestergaard", "initial", "paid"],
  ["daniel", -8, "10:00", "Nkechi Okafor-Bell", "review", "no-show"],
  ["alex", -7, "15:00", "Renee Abelard", "initial", "paid"],
  ["alex", -6, "16:00", "Abel Kiprop", "initial", "paid"],
  ["ruth", -6, "14:00", "Callum Devereux-Pike", "phone", "completed"],
  ["alex", -5, "09:00", "Dara Whitcombe-Hale", "initial", "paid"],
  ["alex", -4, "15:00", "Hamid Sorouri", "initial", "completed"],
  ["daniel", -4, "14:00", "Elias Grau", "review", "completed"],
  ["alex", -3, "09:00", "Osei Quartey-Moss", "initial", "paid"],
  ["ruth", -3, "15:30", "Ignacio Valdes Roca", "phone", "completed"],
  ["alex", -2, "16:00", "Jelena Petrovic", "initial", "paid"],
  ["daniel", -2, "09:30", "Yan Zhou-Miller", "review", "canceled"],
  ["alex", -1, "09:00", "Lucia Ferrante-Boyd", "initial", "paid"],
  ["alex", -1, "15:00", "Kofi Brandtner", "initial", "no-show"],
  ["ruth", -1, "14:00", "Noor Haddadine", "phone", "completed"],
  ["alex", 0, "09:00", "Marek Zawadzki-Lane", "initial", "paid"],
  ["alex", 0, "15:00", "Kerstin Aalto", "initial", "completed"],
  ["daniel", 0, "10:00", "Petra Janssen", "review", "completed"],
  ["ruth", 0, "16:00", "Sofia Lindgren", "phone", "completed"],
  ["alex", 1, "09:00", "Wendell Achterberg", "initial"],
  ["alex", 1, "16:00", "Tariq Mahmood", "initial"],
  ["daniel", 1, "14:30", "Femi Adeyinka-Cole", "review"],
  ["alex", 2, "15:00", "Wes Carmody", "initial", "from 1 15:00"],
  ["ruth", 2, "13:30", "Orla Sheridan", "phone"],
  ["alex", 3, "14:00", "Bea Thornquist", "review"],
  ["daniel", 3, "11:00", "Gabriela Pinto", "review"],
  ["alex", 5, "09:00", "Ximena Duarte", "initial"],
];

/** Slots that clients look at during the first start. A hold ends after 15 minutes at most. */
export const HOLDS: readonly (readonly [who: Who, workday: number, time: string, type: string])[] = [
  ["alex", 1, "14:00", "review"],
  ["ruth", 1, "15:00", "phone"],
];

/** Beside the court's calendar of the first attorney (`demo-calendar.ts`). */
export const BUSY: readonly (readonly [who: Who, workday: number, from: string, to: string])[] = [
  ["daniel", 0, "11:00", "12:00"],
  ["daniel", 1, "09:00", "10:30"],
  ["daniel", 2, "13:00", "15:00"],
  ["daniel", 4, "09:00", "11:00"],
  ["ruth", 0, "17:00", "18:00"],
  ["ruth", 3, "13:00", "16:00"],
];

export const TIME_OFF = { who: "alex", workday: 3, from: "09:00", to: "12:00", reason: "Seminar" } as const;

export const HOLIDAY = { workday: 4, name: "Office closed" } as const;
