// What the demo firm knows of people and companies beside its leads, and what it found when it checked some of these.

type EntryRow = readonly [
  key: string,
  name: string,
  role: "client" | "former_client" | "adverse" | "related",
  matter: string,
  more?: { readonly aliases?: readonly string[]; readonly email?: string; readonly phone?: string },
];

/** Clients by the numbers of their matters, and whom they are against. */
export const REGISTER: readonly EntryRow[] = [
  ["c-1001", "Harborline Freight, Inc.", "client", "23-014 Harborline v. Dock 9 Storage"],
  ["a-1001", "Dock 9 Storage LLC", "adverse", "23-014 Harborline v. Dock 9 Storage"],
  ["c-1002", "Meridian Dental Group, P.C.", "client", "23-020 lease in Albany"],
  ["a-1002", "Carrow Properties LLC", "adverse", "23-020 lease in Albany"],
  ["c-1003", "William Thornton", "former_client", "22-107 estate of Ada Thornton"],
  ["r-1003", "Ada Thornton", "related", "22-107 estate of Ada Thornton"],
  ["c-1004", "Iris Vandermeer", "client", "24-003 Vandermeer v. Vandermeer", { email: "iris.v@example.com" }],
  ["a-1004", "Joost Vandermeer", "adverse", "24-003 Vandermeer v. Vandermeer"],
  ["c-1005", "Lowell & Finch Architects LLP", "client", "24-009 fees of Riverside School"],
  ["a-1005", "Riverside School", "adverse", "24-009 fees of Riverside School"],
  ["c-1006", "Samuel Obuya", "client", "24-011 fall at Pier Market", { phone: "+12125550111" }],
  ["a-1006", "Pier Market Corp.", "adverse", "24-011 fall at Pier Market"],
  ["c-1007", "Theodora Blackwell", "former_client", "21-066 custody", { aliases: ["Teddy Blackwell"] }],
  ["a-1007", "Marcus Hale", "adverse", "21-066 custody"],
  ["c-1008", "Northgate Cooperative", "client", "24-015 roof of building C"],
  ["a-1008", "Apex Roofing & Sons, Inc.", "adverse", "24-015 roof of building C"],
  ["c-1009", "José Ibáñez", "client", "24-018 asylum"],
  ["c-1010", "Priscilla Okonkwo-Hart", "former_client", "20-031 visa"],
  ["c-1011", "Delancey Bakery LLC", "client", "24-021 lease on Delancey Street"],
  ["a-1011", "Orchard Realty Corp.", "adverse", "24-021 lease on Delancey Street"],
  ["c-1012", "Anthony DeLuca", "client", "24-022 dog bite", { aliases: ["Tony DeLuca"] }],
  ["a-1012", "Barbara Kessler", "adverse", "24-022 dog bite"],
  ["c-1013", "Rosalie Charpentier", "former_client", "19-088 will"],
  ["r-1013", "Étienne Charpentier", "related", "19-088 will"],
  ["c-1014", "Grand Street Tenants Association", "client", "24-025 heating"],
  ["a-1014", "Kestrel Management Inc.", "adverse", "24-025 heating"],
  ["c-1015", "Noah Feldstein", "client", "24-027 rear-end collision"],
  ["a-1015", "Metro Courier Services LLC", "adverse", "24-027 rear-end collision"],
  ["c-1016", "Zainab Yusuf", "client", "24-030 green card", { email: "zainab.y@example.com" }],
  ["c-1017", "Katherine Mulvaney", "former_client", "22-044 divorce", { aliases: ["Katherine Doyle"] }],
  ["a-1017", "Brendan Mulvaney", "adverse", "22-044 divorce"],
  ["c-1018", "Sunrise Childcare, Inc.", "client", "24-033 permits"],
  ["c-1019", "Gustavo Prado", "client", "24-036 wages"],
  ["a-1019", "La Plaza Restaurant Group LLC", "adverse", "24-036 wages"],
  ["c-1020", "Eleanor Whitfield", "former_client", "18-012 trust"],
  ["c-1021", "Bluebird Press Ltd.", "client", "24-038 print contract"],
  ["a-1021", "Standard Paper Company", "adverse", "24-038 print contract"],
  ["c-1022", "Omar Siddiqui", "client", "24-040 broken wrist"],
  ["a-1022", "Atlantic Van Rental Inc.", "adverse", "24-040 broken wrist"],
  ["r-1022", "Nadia Siddiqui", "related", "24-040 broken wrist"],
];

type CheckedRow = {
  readonly lead: string;
  readonly parties: readonly { readonly role: "alias" | "adverse" | "related"; readonly name: string }[];
  /** The office manager's decision; absent before it. */
  readonly decision?: { readonly decision: "cleared" | "blocked" | "waived"; readonly reason: string | null };
};

/** The leads that were checked: one is against a client, one against nobody, and one may be against a former client. */
export const CHECKED: readonly CheckedRow[] = [
  {
    lead: "Casimir Wolski",
    parties: [{ role: "adverse", name: "Harborline Freight Inc" }],
    decision: { decision: "blocked", reason: "He is hurt by a truck of Harborline, for whom we act." },
  },
  {
    lead: "Ottilie Crane",
    parties: [{ role: "adverse", name: "Brooklyn Scaffold LLC" }],
    decision: { decision: "cleared", reason: null },
  },
  { lead: "Pria Ramanathan", parties: [{ role: "adverse", name: "Bill Thornton" }] },
];
