/** A body with its content type. */
export type EncodedBody = { readonly contentType: string; readonly bytes: Buffer };

type Fields = Readonly<Record<string, string>>;

const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

export const jsonBody = (json: unknown): EncodedBody => ({
  contentType: "application/json",
  bytes: Buffer.from(JSON.stringify(json)),
});

export const urlencodedBody = (fields: Fields): EncodedBody => ({
  contentType: "application/x-www-form-urlencoded",
  bytes: Buffer.from(new URLSearchParams(fields).toString()),
});

/** A part's header and its content. */
export type Part = readonly [header: string, content: string | Uint8Array];

export const textPart = (name: string, text: string): Part => [
  `Content-Disposition: form-data; name="${name}"`,
  text,
];

export const multipartOf = (parts: readonly Part[], boundary = BOUNDARY): EncodedBody => ({
  contentType: `multipart/form-data; boundary=${boundary}`,
  bytes: Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
});

export const multipartBody = (fields: Fields): EncodedBody =>
  multipartOf(Object.entries(fields).map(([name, text]) => textPart(name, text)));
