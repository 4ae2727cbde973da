import * as z from "zod/mini";
import {
  HASH_CHARACTERS,
  TARGET_ID_CHARACTERS,
  type Targets,
  TEXT_CHARACTERS,
  textHash,
} from "./delivery-hashes.rules.ts";

/** Returns hashes as bytes, one after the other. */
export const packHashes = (hashes: readonly string[]): Uint8Array => Buffer.from(hashes.join(""), "hex");

export const unpackHashes = (bytes: Uint8Array | undefined, characters = HASH_CHARACTERS): string[] =>
  Buffer.from(bytes ?? [])
    .toString("hex")
    .match(new RegExp(`.{${characters}}`, "g")) ?? [];

/** The attributes of `Targets`; absent when these are unknown. */
export const targetAttributes = () => ({
  mapped: z.optional(z.instanceof(Uint8Array)),
  stored: z.optional(z.instanceof(Uint8Array)),
  // Of an earlier release, in place of `mapped`: without places.
  sent: z.optional(z.instanceof(Uint8Array)),
});

type TargetAttributes = {
  readonly [Name in keyof ReturnType<typeof targetAttributes>]?: Uint8Array | undefined;
};

/**
 * Packs, after the id of each target, the hashes of its text and place into the 8 bytes that an earlier release had for
 * the text. Packs the hash of a stored value only if it differs from the sent one.
 */
export const packTargets = (targets: Targets): TargetAttributes => {
  const pack = (id: string, text: string, place: string | null) =>
    id + (text + (place ?? "")).padEnd(HASH_CHARACTERS, "0");
  return {
    mapped: packHashes(
      [...targets].flatMap(([id, { sent, place }]) => (sent === null ? [] : [pack(id, sent, place)])),
    ),
    stored: packHashes(
      [...targets].flatMap(([id, { sent, stored }]) => (stored === sent ? [] : [pack(id, stored, null)])),
    ),
  };
};

export const unpackTargets = ({ mapped, stored, sent }: TargetAttributes): Targets | null => {
  const bytes = mapped ?? sent;
  if (bytes === undefined) return null;
  const [sentHashes, storedHashes] = [hashesById(bytes), hashesById(stored)];
  const ids = new Set([...sentHashes.keys(), ...storedHashes.keys()]);
  return new Map(
    [...ids].map((id) => {
      const { text = null, place = null } = sentHashes.get(id) ?? {};
      const hashes = { sent: text, place: mapped ? place : null };
      return [id, { ...hashes, stored: storedHashes.get(id)?.text ?? text ?? textHash("") }];
    }),
  );
};

const hashesById = (bytes: Uint8Array | undefined) =>
  new Map(
    unpackHashes(bytes, TARGET_ID_CHARACTERS + HASH_CHARACTERS).map((entry) => {
      const hash = entry.slice(TARGET_ID_CHARACTERS);
      const [text, place] = [hash.slice(0, TEXT_CHARACTERS), hash.slice(TEXT_CHARACTERS)];
      return [entry.slice(0, TARGET_ID_CHARACTERS), { text, place }];
    }),
  );
