import { InvalidArgumentError } from "commander";

/** Reads an argument that is a whole number in a range. */
export const parseWholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
};
