import { AWS_CLIENT_DEFAULTS } from "../../shared/runtime/deadline.ts";

// On a busy machine, a hundred connections at once may take longer than a function waits for one.
AWS_CLIENT_DEFAULTS.requestHandler.connectionTimeout = 10_000;
