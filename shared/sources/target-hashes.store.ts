import * as z from "zod/mini";
import { HASH_CHARACTERS, shortHash, TARGET_ID_CHARACTERS, type Targets } from "./delivery-hashes.rules.ts";

/** Returns hashes as bytes, one after the other. */
export const packHashes = (hashes: readonly string[]): Uint8Array => Buffer.from(hashes.join(""), "hex");

export const unpackHashes = (bytes: Uint8Array | undefined, characters = HASH_CHARACTERS): string[] =>
  Buffer.from(bytes ?? [])
    .toString("hex")
    .match(new RegExp(`.{${characters}}`, "g")) ?? [];

/** The attributes of `Targets`; absent when these are unknown. */
export const targetAttributes = () => ({
  sent: z.optional(z.instanceof(Uint8Array)),
  stored: z.optional(z.instanceof(Uint8Array)),
});

type TargetAttributes = { readonly sent?: Uint8Array | undefined; readonly stored?: Uint8Array | undefined };

/** Packs each hash after the id of its target. Packs the hash of a stored value only if it differs from the sent one. */
export const packTargets = (targets: Targets): Required<TargetAttributes> => ({
  sent: packHashes([...targets].flatMap(([id, { sent }]) => (sent === null ? [] : [id + sent]))),
  stored: packHashes(
    [...targets].flatMap(([id, { sent, stored }]) => (stored === sent ? [] : [id + stored])),
  ),
});

export const unpackTargets = ({ sent, stored }: TargetAttributes): Targets | null => {
  if (sent === undefined) return null;
  const [sentHashes, storedHashes] = [hashesById(sent), hashesById(stored)];
  const ids = new Set([...sentHashes.keys(), ...storedHashes.keys()]);
  return new Map(
    [...ids].map((id) => {
      const hash = sentHashes.get(id);
      return [id, { sent: hash ?? null, stored: storedHashes.get(id) ?? hash ?? shortHash("") }];
    }),
  );
};

const hashesById = (bytes: Uint8Array | undefined) =>
  new Map(
    unpackHashes(bytes, TARGET_ID_CHARACTERS + HASH_CHARACTERS).map((text) => [
      text.slice(0, TARGET_ID_CHARACTERS),
      text.slice(TARGET_ID_CHARACTERS),
    ]),
  );
