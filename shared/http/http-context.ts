import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Payload } from "../domain/payload.ts";
import type { StoredKey } from "../storage/keys/key-store.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** What the middlewares find out about a request, in their order, for the ones after them. */
export type HttpContext = Context & {
  /** Headers that the answer carries, whatever it will be. */
  responseHeaders?: Record<string, string>;
  apiVersion?: string;
  key?: StoredKey;
  payload?: Payload & { readonly bytes: Uint8Array };
};

export type HttpMiddleware = MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;
