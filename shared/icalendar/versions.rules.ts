import { type Component, textOf } from "./components.rules.ts";
import { wallIn } from "./values.rules.ts";

type Version = { readonly event: Component };

/**
 * Returns the newest of the versions of one event: those of the highest SEQUENCE, and among these those of the last DTSTAMP.
 * A version that says neither in a readable way stays, since a busy time that is missing is booked.
 */
export const newestOf = <Versioned extends Version>(versions: readonly Versioned[]): Versioned[] =>
  versions.length < 2 ? [...versions] : latest(latest(versions, sequenceOf), stampOf);

const latest = <Versioned>(versions: readonly Versioned[], numberOf: (version: Versioned) => number) => {
  const numbers = versions.map(numberOf).filter((number) => !Number.isNaN(number));
  const highest = numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  return versions.filter((version) => !(numberOf(version) < highest));
};

/** Without one, an event is its first version (RFC 5545). */
const sequenceOf = ({ event }: Version) => Number(textOf(event, "sequence"));

const stampOf = ({ event }: Version) => wallIn(textOf(event, "dtstamp"))?.wall ?? Number.NaN;
