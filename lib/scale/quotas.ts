/** The defaults of an account in us-east-1, from the pages that `QUOTA_PAGES` names. */
export const QUOTAS = {
  gatewayRequestsPerSecond: 10_000,
  lambdaConcurrency: 1_000,
  /** Instances that each function may start in ten seconds. */
  lambdaStartsPerTenSeconds: 1_000,
  eventSourceConcurrency: 1_000,
  /** Of the table and of each index, for itself. */
  newTableWriteUnits: 4_000,
  tableUnits: 40_000,
  busEventsPerSecond: 10_000,
  busInvocationsPerSecond: 18_750,
  logCallsPerSecond: 5_000,
  queueMessagesInFlight: 120_000,
  routes: 300,
  integrations: 300,
  stackResources: 500,
  tableIndexes: 20,
  transactionActions: 100,
  transactionMegabytes: 4,
  itemKilobytes: 400,
  lambdaPayloadMegabytes: 6,
  gatewayPayloadMegabytes: 10,
  integrationSeconds: 30,
  streamReadersPerShard: 2,
  metricsPerGraph: 500,
} as const;

/** What one partition of a table or an index serves a second. */
export const PARTITION = { writeUnits: 1_000, readUnits: 3_000 } as const;

export const QUOTA_PAGES = [
  "Lambda quotas",
  "Quotas for configuring and running an HTTP API in API Gateway",
  "Quotas in Amazon DynamoDB",
  "Amazon EventBridge quotas",
  "Amazon SQS quotas",
  "AWS CloudFormation quotas",
  "CloudWatch service quotas",
] as const;
