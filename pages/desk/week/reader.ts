import type { Consultation } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { fullName } from "../contact.ts";
import { formatIn } from "../dates.ts";
import { firm } from "../directory.ts";
import { now } from "../fresh.ts";
import { LOCALE, t } from "../texts.ts";
import type { Block } from "./blocks.ts";
import type { Reader } from "./cell-text.ts";
import type { Week } from "./state.ts";

/** Returns the name of a lead; a word for it where the name is empty, or not to be read. */
export const leadName = (week: Week, id: string): string => {
  const lead = week.leads.value.get(id);
  return (lead && fullName(lead)) || (lead ? t().week.nameless : t().week.somebody);
};

/** Returns the name of a type by its key; of any other text, the text. */
export const typeName = (type: string): string =>
  firm.value?.consultation_types.find(({ key }) => key === type)?.name ?? type;

/** Returns what a consultation costs and whether it is paid. */
export const moneyText = ({ paid, amount, currency }: Consultation): string => {
  const { paid: isPaid, unpaid } = t().week;
  if (amount === null) return paid ? isPaid : "";
  const money = new Intl.NumberFormat(LOCALE, {
    ...(currency && { style: "currency", currency }),
    trailingZeroDisplay: "stripIfInteger",
  } as Intl.NumberFormatOptions);
  return `${money.format(amount)} ${paid ? isPaid : unpaid}`;
};

/** Returns what the cells of a zone are read with. */
export const readerOf = (week: Week, zone: string): Reader => ({
  texts: t().week,
  format: formatIn(zone),
  nameOf: ({ consultation: { lead_id, type } }) => `${leadName(week, lead_id)}, ${typeName(type)}`,
  now: now.value,
});

/** Returns what a block says: a title, and what stands behind. */
export const linesOf = (week: Week, block: Block, zone: string): string[] => {
  const texts = t().week;
  if ("hold" in block)
    return [texts.titles.held, fill(texts.until, { time: formatIn(zone).time(block.hold.expires_at) })];
  if (!("consultation" in block)) return [texts.titles[block.kind], block.text];
  const { lead_id, type, location } = block.consultation;
  const name = leadName(week, lead_id);
  const told =
    block.kind === "completed"
      ? [`✓ ${name}`, texts.titles.completed, moneyText(block.consultation)]
      : [name, typeName(type), location ?? ""];
  return told.filter((line) => line !== "");
};
