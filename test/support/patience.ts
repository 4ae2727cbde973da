import { AWS_CLIENT_DEFAULTS } from "../../shared/runtime/deadline.ts";
import { TRIES } from "../../shared/table/retry.ts";

// On a busy machine, a hundred requests at once may take longer than a function lives. None gives up for that, and the
// SDK repeats none.
Object.assign(AWS_CLIENT_DEFAULTS.requestHandler, { connectionTimeout: 20_000, requestTimeout: 20_000 });
TRIES.milliseconds = 120_000;
