import type { Firm } from "../../../client/src/generated.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Returns the address to which a source's senders post, with its key. */
export const ingestionAddress = (origin: string, key: string): string =>
  `${origin}/api/leads?key=${encodeURIComponent(key)}`;

type Labels = Readonly<Record<"name" | "email" | "phone" | "send", string>>;
type LeadField = Firm["lead_fields"][number];

/** The names of the usual inputs. */
const USUAL = ["name", "email", "phone"];

const input = (label: string, name: string, attributes: string) =>
  labeled(label, `<input name="${name}" ${attributes}>`);

const labeled = (label: string, control: string) => `  <p><label>${escaped(label)}<br>${control}</label></p>`;

/** The firm's texts and choices can be asked in any form; a source reads them by their keys. */
const customInputs = ({ key, label, type, options }: LeadField): string[] => {
  const name = escaped(key);
  if (USUAL.includes(key)) return [];
  if (type === "text") return [labeled(label, `<textarea name="${name}"></textarea>`)];
  if (type !== "select") return [];
  const choices = ["", ...options].map((option) => `<option>${escaped(option)}</option>`);
  return [labeled(label, `<select name="${name}">${choices.join("")}</select>`)];
};

/** A double click makes one lead, and does not lose the page that the first click leads to. */
const SENT_ONCE = [
  '  <input name="external_id" type="hidden">',
  "  <script>",
  '    const form = document.currentScript.closest("form");',
  "    let isSent = false;",
  '    addEventListener("pageshow", () => { isSent = false; form.elements.external_id.value = crypto.randomUUID?.() ?? ""; });',
  '    form.addEventListener("submit", (event) => { if (isSent) event.preventDefault(); isSent = true; });',
  "  </script>",
];

/** Returns the HTML of a form that posts to a source, to paste into the firm's own page. */
export const formSnippet = (address: string, labels: Labels, fields: readonly LeadField[]): string =>
  [
    `<form method="post" action="${escaped(address)}">`,
    input(labels.name, "name", 'required autocomplete="name"'),
    input(labels.email, "email", 'type="email" required autocomplete="email"'),
    input(labels.phone, "phone", 'type="tel" autocomplete="tel"'),
    ...fields.flatMap(customInputs),
    `  <p><button>${escaped(labels.send)}</button></p>`,
    ...SENT_ONCE,
    "</form>",
  ].join("\n");
