import { withhold } from "./suite-provisions.ts";

withhold();
