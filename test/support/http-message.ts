import type { ApiRequest } from "./http-call.ts";

const HEADER_END = "\r\n\r\n";

/** Parses an HTTP/1.1 request message (RFC 9112); its body keeps its bytes. */
export const parseHttpRequest = (message: Buffer): ApiRequest & { readonly bytes: Buffer } => {
  const headerEnd = message.indexOf(HEADER_END);
  if (headerEnd === -1) throw new Error("An empty line must end the header, after CRLF.");
  const [requestLine = "", ...fieldLines] = message.toString("latin1", 0, headerEnd).split("\r\n");
  const [method, target = ""] = requestLine.split(" ");
  return {
    method,
    query: Object.fromEntries(new URL(target, "http://localhost").searchParams),
    headers: Object.fromEntries(fieldLines.map(parseFieldLine)),
    bytes: message.subarray(headerEnd + HEADER_END.length),
  };
};

const parseFieldLine = (line: string) => {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
};
