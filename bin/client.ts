import { CLIENT_FOLDER, compileClient } from "../lib/client/client-package.ts";
import { GENERATED_CLIENT, generateClient } from "../lib/client/client-source.ts";

/** Generates the client of the API and compiles its package, which `npm pack ./client` packs. */
generateClient(GENERATED_CLIENT);
compileClient(CLIENT_FOLDER);
