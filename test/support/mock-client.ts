import { mockClient as mockForGood } from "aws-sdk-client-mock";

const mocks: { restore(): void }[] = [];

/** Mocks a client of the AWS SDK until the tests of the file end. */
export const mockClient: typeof mockForGood = (client) => {
  const mock = mockForGood(client);
  mocks.push(mock);
  return mock;
};

export const restoreClients = () => {
  for (const mock of mocks.splice(0)) mock.restore();
};
