import { elapsed } from "../shared/clock.ts";
import { pause } from "../shared/pause.ts";
import { ofPerson, person } from "./session.ts";
import { createWriteIn, type Write } from "./write.ts";

export { client as intake } from "./session.ts";
export type { Write, WriteCall, WriteState } from "./write.ts";

const BROWSER = {
  now: elapsed,
  date: Date.now,
  isOnline: () => navigator.onLine,
  pause: (milliseconds: number) => ofPerson(person.peek(), pause(milliseconds).ended),
};

/** Creates a write of this page, which is led to a known end. */
export const createWrite = <Answer>(): Write<Answer> => createWriteIn(BROWSER);
