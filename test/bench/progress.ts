const width = 60;
let total = 0;
let done = 0;

/** Says on stderr how far the bench is, in one line of a terminal. */
const say = (text: string) =>
  process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(width)}` : `${text}\n`);

export const expectSteps = (count: number) => {
  total = count;
};

/** Begins the next of the bench's steps, such as `3 of 10: consumers`. */
export const beginStep = (what: string) => {
  done += 1;
  say(`${done} of ${total}: ${what}`);
};

/** Says how far the step is, every tenth part. */
export const sayPart = (what: string, part: number, parts: number) => {
  if (part % Math.ceil(parts / 10) === 0) say(`${done} of ${total}: ${what}, ${part} of ${parts}`);
};
