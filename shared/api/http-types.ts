import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Payload } from "../schema/json-text.ts";
import type { KeyIdentity, StoredKey } from "./keys/key-store.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The facts about a request that each middleware passes to the next ones. */
export type HttpContext = Context & {
  /** The time of `monotonicMilliseconds`. */
  startedAtMilliseconds?: number;
  /** Headers of the response, also of an error response. */
  responseHeaders?: Record<string, string>;
  apiVersion?: string;
  /** The session in the cookie of a request from the desk. */
  session?: string | undefined;
  /** The session of the browser from which a member signs in, which then ends. */
  formerSession?: string;
  /** The owner of the key, also while the key, which this instance knows, is being checked again. */
  keyIdentity?: KeyIdentity;
  /** The key, once it may make this request; rejects when it may not. */
  confirmation?: Promise<StoredKey>;
  payload?: Payload & { readonly bytes: Uint8Array };
  /** The address with which the client of a new lead books. It holds a secret, which nothing may log. */
  bookingUrl?: string;
  /** The stored rejected delivery, its code, and the fields that a visitor can correct, in words for visitors. */
  rejectedDelivery?: { readonly id: string; readonly code: string; readonly fields: readonly string[] };
};

export type HttpMiddleware = MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;
