import { AppError } from "../contract/app-error.ts";
import { LIMITS } from "../contract/limits.ts";
import type { HttpEvent, HttpMiddleware, Payload } from "./http-context.ts";

/** Refuses an oversized body at once; whether it is JSON is judged with the rest of it, after the resource. */
export const readPayload = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const body = bodyBytes(event);
    if (body.byteLength > LIMITS.bodyBytes) {
      throw new AppError("payload_too_large", `The body may have at most ${LIMITS.bodyBytes} bytes.`);
    }
    context.payload = parse(body);
  },
});

const bodyBytes = ({ body = "", isBase64Encoded }: HttpEvent) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

const NESTING_MAXIMUM = 64;

const parse = (body: Buffer): Payload => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const json: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? { json: {}, problem: `must not be nested deeper than ${NESTING_MAXIMUM} levels` }
      : { json };
  } catch {
    return { json: {}, problem: "must be well-formed JSON" };
  }
};

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};
