import type { Readable } from "node:stream";

/**
 * Reads a stream to its end, by its events: the iterators of `node:stream/consumers` take longer.
 * @returns what the stream had, or nothing if that was more than the maximum
 */
export const readBytes = (stream: Readable, maximumBytes = Number.POSITIVE_INFINITY) =>
  new Promise<{ readonly bytes: Buffer; readonly isTooLong: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream
      .on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length <= maximumBytes) chunks.push(chunk);
        else chunks.length = 0;
      })
      .on("end", () => resolve({ bytes: Buffer.concat(chunks), isTooLong: length > maximumBytes }))
      .on("error", reject);
  });
