import type { Readable } from "node:stream";

/** Reads a stream to its end, by its events, which is faster than the iterators of `node:stream/consumers`. */
export const readBytes = (stream: Readable) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => resolve(Buffer.concat(chunks)))
      .on("error", reject);
  });
