import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { KeyIdentity, StoredKey } from "./keys/key-store.ts";
import type { Payload } from "./payload.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** What each middleware learns about a request, for the ones after it. */
export type HttpContext = Context & {
  /** By `monotonicMilliseconds`. */
  startedAtMilliseconds?: number;
  /** Headers of the response, also of an error response. */
  responseHeaders?: Record<string, string>;
  apiVersion?: string;
  /** Whose key it is, also while a key that this instance knows is being checked again. */
  keyIdentity?: KeyIdentity;
  /** The key, once it may make this request; rejects when it may not. */
  confirmation?: Promise<StoredKey>;
  payload?: Payload & { readonly bytes: Uint8Array };
  /** What the body of an inbound delivery holds, once it is ingested: other endpoints take JSON only. */
  deliveryJson?: () => unknown;
  /** The inbound delivery that was kept as rejected, why, and what a visitor can correct, in their words. */
  rejectedDelivery?: { readonly id: string; readonly code: string; readonly fields: readonly string[] };
};

export type HttpMiddleware = MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;
