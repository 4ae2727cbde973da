let total = 0;
let done = 0;

export const expectSteps = (count: number) => {
  total = count;
};

/** Begins the next of the bench's steps and prints it on stderr, such as `3 of 10: consumers`. */
export const beginStep = (what: string) => {
  done += 1;
  console.error(`${done} of ${total}: ${what}`);
};

/** Prints the step's progress at every tenth part. */
export const sayPart = (what: string, part: number, parts: number) => {
  if (part % Math.ceil(parts / 10) === 0) console.error(`${done} of ${total}: ${what}, ${part} of ${parts}`);
};
