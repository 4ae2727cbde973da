import { synthesize } from "../lib/intake-app.ts";

synthesize();
