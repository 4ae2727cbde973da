/** The days for which logs are kept. Separate, so that the operator's commands do not load aws-cdk-lib. */
export const LOG_DAYS = 30;
