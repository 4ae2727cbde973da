type FailedInvocation = {
  readonly requestId: string;
  readonly functionArn: string;
  readonly condition: string;
  readonly invocations: number;
};

/** The fields that every record at an on-failure destination has (Lambda Developer Guide, "Destinations"). */
export const failedInvocationRecord = (failed: FailedInvocation) => ({
  version: "1.0",
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId: failed.requestId,
    functionArn: failed.functionArn,
    condition: failed.condition,
    approximateInvokeCount: failed.invocations,
  },
  responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
});
