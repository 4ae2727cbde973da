import { REGION } from "../template/resource-names.ts";

/** Settings of the SDK clients that act for the host itself, which may do anything. */
export const HOST_CLIENT = {
  region: REGION,
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;
