import * as z from "zod";
import { type AwsCall, AwsError, type AwsResponse } from "../host/aws-call.ts";
import { FunctionError } from "./function-worker.ts";

type LambdaCallsOptions = {
  readonly functionNames: readonly string[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  /** For each event source mapping, what became of its last batch, if it is known. */
  readonly lastProcessingResults: () => ReadonlyMap<string, string | undefined>;
};

const invokeInput = z.object({ FunctionName: z.string(), body: z.string() });
const mappingInput = z.object({ UUID: z.string() });

/** Lambda's API for the operator's commands: synchronous invocations and the state of event source mappings. */
export class LambdaCalls {
  readonly #options: LambdaCallsOptions;

  constructor(options: LambdaCallsOptions) {
    this.#options = options;
  }

  /** @throws AwsError for a call that Lambda would reject */
  async call({ operation, request }: AwsCall): Promise<AwsResponse> {
    return operation === "Invoke"
      ? this.#invoke(invokeInput.parse(request))
      : this.#describeMapping(mappingInput.parse(request));
  }

  async #invoke({ FunctionName, body }: z.output<typeof invokeInput>): Promise<AwsResponse> {
    const { functionNames, invoke } = this.#options;
    if (!functionNames.includes(FunctionName))
      throw new AwsError("ResourceNotFoundException", `Function not found: ${FunctionName}`);
    try {
      return { status: 200, body: JSON.stringify(await invoke(FunctionName, body)) };
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return {
        status: 200,
        headers: { "x-amz-function-error": "Unhandled" },
        body: JSON.stringify({ errorType: "Error", errorMessage: error.message }),
      };
    }
  }

  #describeMapping({ UUID }: z.output<typeof mappingInput>): AwsResponse {
    const results = this.#options.lastProcessingResults();
    if (!results.has(UUID)) throw new AwsError("ResourceNotFoundException", `There is no mapping ${UUID}.`);
    const mapping = { UUID, State: "Enabled", LastProcessingResult: results.get(UUID) };
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(mapping) };
  }
}
