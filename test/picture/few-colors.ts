import { deflateSync, inflateSync } from "node:zlib";

const COLORS_MAXIMUM = 256;
const SIGNATURE_BYTES = 8;
/** Red, green and blue, as browsers write a picture without transparency. */
const PIXEL_BYTES = 3;

type Chunk = { readonly type: string; readonly data: Buffer };

const readChunks = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const [type, data] = [png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    chunks.push({ type, data });
    at += length + 12;
  }
  return chunks;
};

const paeth = (left: number, above: number, corner: number) => {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) => Math.abs(guess - each));
  if (Number(toLeft) <= Number(toAbove) && Number(toLeft) <= Number(toCorner)) return left;
  return Number(toAbove) <= Number(toCorner) ? above : corner;
};

/** What each filter adds to a byte (PNG, section 9.2). */
const FILTERS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

const unfilter = (raw: Buffer, rowBytes: number): Buffer[] => {
  const rows: Buffer[] = [];
  for (let at = 0; at < raw.length; at += rowBytes + 1) {
    const [row, before] = [Buffer.from(raw.subarray(at + 1, at + 1 + rowBytes)), rows.at(-1)];
    const filter = FILTERS[raw[at] ?? 0];
    for (let x = 0; x < rowBytes; x++) {
      const [left, above, corner] = [row[x - PIXEL_BYTES], before?.[x], before?.[x - PIXEL_BYTES]];
      row[x] = Number(row[x]) + Number(filter?.(left ?? 0, above ?? 0, corner ?? 0));
    }
    rows.push(row);
  }
  return rows;
};

const colorsIn = (row: Buffer) =>
  Array.from({ length: row.length / PIXEL_BYTES }, (_, x) => row.readUIntBE(x * PIXEL_BYTES, PIXEL_BYTES));

const distance = (one: number, other: number) =>
  [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);

/** Returns the most frequent colors, and a function from any color to the place of the nearest one. */
const paletteOf = (rows: readonly (readonly number[])[]) => {
  const counts = new Map<number, number>();
  for (const color of rows.flat()) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
  const palette = byCount.slice(0, COLORS_MAXIMUM);
  const places = new Map(palette.map((color, place) => [color, place]));
  for (const color of byCount.slice(COLORS_MAXIMUM)) {
    const distances = palette.map((each) => distance(each, color));
    places.set(color, distances.indexOf(Math.min(...distances)));
  }
  return { palette, placeOf: (color: number) => places.get(color) ?? 0 };
};

const CRC_TABLE = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

const crcOf = (bytes: Buffer) =>
  ~bytes.reduce((crc, byte) => (crc >>> 8) ^ Number(CRC_TABLE[(crc ^ byte) & 255]), ~0) >>> 0;

const chunk = (type: string, data: Buffer) => {
  const [length, crc, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crcOf(named));
  return Buffer.concat([length, named, crc]);
};

/** Returns a browser's PNG with at most 256 colors: a picture of a page is a third as large then. */
export const withFewColors = (png: Buffer): Buffer => {
  const chunks = readChunks(png);
  const header = Buffer.from(chunks[0]?.data ?? "");
  const data = chunks.filter(({ type }) => type === "IDAT").map((each) => each.data);
  const rows = unfilter(inflateSync(Buffer.concat(data)), header.readUInt32BE(0) * PIXEL_BYTES).map(colorsIn);
  const { palette, placeOf } = paletteOf(rows);
  const colors = Buffer.concat(
    palette.map((color) => Buffer.from([color >> 16, (color >> 8) & 255, color & 255])),
  );
  header[9] = 3; // a palette
  const pixels = Buffer.concat(rows.map((row) => Buffer.from([0, ...row.map(placeOf)])));
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
