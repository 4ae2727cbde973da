import { costTable } from "./cost.ts";
import { deskTable } from "./desk.ts";
import { floodTable } from "./floods.ts";
import { limitTable } from "./limits.ts";
import { hostileTable, processorTable, tripTable } from "./performance.ts";

/** The tables of each document, by the names of their marks. */
export const DOCUMENTS = {
  "docs/scale.md": {
    cost: costTable(),
    desks: deskTable(),
    limits: limitTable(),
    floods: floodTable(),
  },
  "docs/performance.md": { trips: tripTable(), processor: processorTable(), hostile: hostileTable() },
};
