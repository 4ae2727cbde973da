import { afterAll, jest } from "@jest/globals";
import { restoreClients } from "./mock-client.ts";

/** The next file of the worker uses the same modules. */
afterAll(() => {
  // A spy may cover a mocked client.
  jest.restoreAllMocks();
  restoreClients();
});
