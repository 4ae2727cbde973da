import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { parseTarget } from "../../lib/local/host/aws-call.ts";
import { recordCall } from "./recorded-calls.ts";

/** Records the functions' calls on the table as they are sent. `used-grants.ts` compares them with the roles. */

type Client = Pick<DynamoDBDocumentClient, "middlewareStack"> & {
  send(...call: unknown[]): Promise<unknown>;
};

const prototype: Client = Object.getPrototypeOf(DynamoDBDocumentClient.prototype);
const { send } = prototype;
const seen = new WeakSet<object>();

const sendRecorded = function (this: Client, ...call: unknown[]) {
  if (!seen.has(this.middlewareStack)) addRecorder(this);
  return send.apply(this, call);
};
// An earlier file of the worker may have done this.
if (send.name !== sendRecorded.name) prototype.send = sendRecorded;

const addRecorder = ({ middlewareStack }: Client) => {
  seen.add(middlewareStack);
  middlewareStack.add(
    (next) => (args) => {
      const { headers, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = Object(
        args.request,
      );
      const call = parseTarget(headers?.["x-amz-target"] ?? "", Buffer.from(body ?? "{}").toString("utf8"));
      if (call) recordCall(call);
      return next(args);
    },
    { step: "finalizeRequest", name: "recordCall" },
  );
};
