import { isUtf8 } from "node:buffer";
import { MASK } from "../api/masked-secret.ts";
import type { Source } from "./source.rules.ts";

/**
 * Returns a body that may be shown: without its sender's secret, in any of the forms in which JSON, an address or a form
 * writes it, also one within another. Never longer than the body, so that a page of bodies keeps its limit. Null for bytes
 * in which the secret could not be found: other text than UTF-8.
 */
export const withoutBodySecret = (
  body: Uint8Array,
  bodySecret: Pick<NonNullable<Source["bodySecret"]>, "value"> | null,
): Uint8Array | null => {
  if (bodySecret === null) return body;
  if (!isUtf8(body) || body.includes(0)) return null;
  const secret = plainForm(bytesOf(bodySecret.value)).plain;
  if (secret === "") return null;
  const bytes = Buffer.from(body).toString("latin1");
  const { plain, starts, ends } = plainForm(bytes);
  const mask = MASK.slice(0, secret.length);
  const parts: string[] = [];
  let shownTo = 0;
  for (let at = plain.indexOf(secret); at >= 0; at = plain.indexOf(secret, at + secret.length)) {
    parts.push(bytes.slice(shownTo, starts[at]), mask);
    shownTo = ends[at + secret.length - 1] ?? bytes.length;
  }
  return Buffer.from([...parts, bytes.slice(shownTo)].join(""), "latin1");
};

/** Returns the bytes of a text in UTF-8, each as a character. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

/** A character's escape in JSON, of one or two units; the escape of a byte; and a backslash, which escapes what follows. */
const ESCAPE = /(?:\\|%5c)(u[\da-f]{4}(?:(?:\\|%5c){1,8}u[\da-f]{4})?)|%([\da-f]{2})|\\/gi;

/** The letters that stand for white space after a backslash. */
const LETTERS: Readonly<Record<string, string>> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
  "+": " ",
};

/** Bytes without escapes and backslashes, in small letters, and where each begins and ends in the bytes as written. */
type PlainForm = {
  readonly plain: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Takes time in proportion to the number of bytes. */
const plainForm = (bytes: string): PlainForm => {
  const characters: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  const add = (part: string, start: number, end: number) => {
    for (const character of part) {
      if (character === "\\") continue;
      characters.push(LETTERS[character] ?? character.toLowerCase());
      starts.push(start);
      ends.push(end);
    }
  };
  const addAsWritten = (from: number, to: number) => {
    for (let at = from; at < to; at++) add(bytes.charAt(at), at, at + 1);
  };
  let end = 0;
  for (const match of bytes.matchAll(ESCAPE)) {
    const [written, units, byte] = match;
    addAsWritten(end, match.index);
    end = match.index + written.length;
    if (units !== undefined) add(bytesOf(unitsIn(units)), match.index, end);
    if (byte !== undefined) add(String.fromCharCode(Number.parseInt(byte, 16)), match.index, end);
  }
  addAsWritten(end, bytes.length);
  return { plain: characters.join(""), starts, ends };
};

const unitsIn = (escaped: string) =>
  String.fromCharCode(
    ...[...escaped.matchAll(/u([\da-f]{4})/gi)].map(([, unit = ""]) => Number.parseInt(unit, 16)),
  );
