import * as z from "zod";
import { type AwsCall, AwsError, type AwsResponse } from "../host/aws-call.ts";
import { FunctionError } from "./function-worker.ts";

type LambdaCallsOptions = {
  readonly functionNames: readonly string[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly mappings: readonly { readonly id: string; readonly Enabled?: boolean | undefined }[];
  /** Returns the result of an event source mapping's last batch, if it is known. */
  readonly lastProcessingResultOf: (id: string) => string | undefined;
};

const invokeInput = z.object({ FunctionName: z.string(), body: z.string() });
const mappingInput = z.object({ UUID: z.string() });

/**
 * Creates Lambda's API for the operator's commands: synchronous invocations and the state of event source mappings.
 * @returns a function that throws an AwsError for a call that Lambda would reject
 */
export const createLambdaCalls = (options: LambdaCallsOptions) => {
  const { functionNames, invoke, mappings, lastProcessingResultOf } = options;

  const invokeFunction = async (request: unknown): Promise<AwsResponse> => {
    const { FunctionName, body } = invokeInput.parse(request);
    if (!functionNames.includes(FunctionName))
      throw new AwsError("ResourceNotFoundException", `Function not found: ${FunctionName}`);
    try {
      return { body: JSON.stringify(await invoke(FunctionName, body)) };
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return {
        headers: { "x-amz-function-error": "Unhandled" },
        body: { errorType: "Error", errorMessage: error.message },
      };
    }
  };

  const describeMapping = (request: unknown): AwsResponse => {
    const { UUID } = mappingInput.parse(request);
    const mapping = mappings.find(({ id }) => id === UUID);
    if (!mapping) throw new AwsError("ResourceNotFoundException", `There is no mapping ${UUID}.`);
    const State = mapping.Enabled === false ? "Disabled" : "Enabled";
    return { body: { UUID, State, LastProcessingResult: lastProcessingResultOf(UUID) } };
  };

  return ({ operation, request }: AwsCall) =>
    operation === "Invoke" ? invokeFunction(request) : describeMapping(request);
};
