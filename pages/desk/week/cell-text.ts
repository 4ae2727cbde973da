import { fill } from "../../shared/fill.ts";
import type { TimeFormat } from "../../shared/time-format.ts";
import type { Texts } from "../texts/english.ts";
import type { Block } from "./blocks.ts";
import type { Cell } from "./cells.ts";
import { endOf, type HalfHour } from "./half-hours.ts";

/** What a cell's text is made of. */
export type Reader = {
  readonly texts: Texts["week"];
  readonly format: TimeFormat;
  /** @returns what a consultation is called: the lead's name where it is known, and the type */
  readonly nameOf: (block: Extract<Block, { consultation: unknown }>) => string;
  readonly now: number;
};

export const isoOf = (instant: number): string => new Date(instant).toISOString();

/** Returns the sentence that a cell reads, `Tuesday, December 1, 10:30 AM, free`. */
export const cellText = (reader: Reader, cell: Cell): string => {
  const { format } = reader;
  const { halfHour } = cell;
  return [format.longDate(halfHour.date), format.time(isoOf(halfHour.start)), ...statesOf(reader, cell)].join(
    ", ",
  );
};

/** Returns what a cell is: what takes it, and whether it is free. */
export const statesOf = (reader: Reader, { halfHour, blocks, starts, isOpen }: Cell): string[] => {
  const { texts } = reader;
  const taken = blocks.flatMap((block) => [blockText(reader, block), ...partOf(reader, block, halfHour)]);
  const [start] = starts;
  if (start !== undefined) return [...taken, freeText(reader, start, halfHour)];
  if (taken.length > 0) return taken;
  if (endOf(halfHour) <= reader.now) return [texts.past];
  return [isOpen ? texts.notFree : texts.closed];
};

const freeText = ({ texts, format }: Reader, start: string, halfHour: HalfHour) =>
  Date.parse(start) === halfHour.start ? texts.free : fill(texts.freeFrom, { time: format.time(start) });

/** Returns what a block is called. */
export const blockText = (reader: Reader, block: Block): string => {
  const { texts, format } = reader;
  if ("hold" in block) return fill(texts.heldUntil, { time: format.time(block.hold.expires_at) });
  if ("consultation" in block)
    return block.kind === "completed" ? `${texts.completed}, ${reader.nameOf(block)}` : reader.nameOf(block);
  return [texts[block.kind], block.text].filter((part) => part !== "").join(", ");
};

/** Returns the minutes of a half hour between which a block lies, if it begins or ends within. */
const partOf = ({ texts, format }: Reader, block: Block, halfHour: HalfHour): string[] => [
  ...(block.start > halfHour.start ? [fill(texts.from, { time: format.time(isoOf(block.start)) })] : []),
  ...(block.end < endOf(halfHour) ? [fill(texts.until, { time: format.time(isoOf(block.end)) })] : []),
];

/** Returns a time without its part of the day, `10:30`, and without minutes if it is a whole hour, `10 AM`. */
export const timeText = (time: string): string => time.replace(/\s[AP]M/, "");
export const hourText = (time: string): string => time.replace(/:00(?=\s)/, "");

/** Returns the texts of instants in another zone, each once: the zones' clocks may change between them. */
export const timesElsewhere = (instants: readonly number[], format: TimeFormat): string[] => [
  ...new Set(instants.map((instant) => format.time(isoOf(instant)))),
];
