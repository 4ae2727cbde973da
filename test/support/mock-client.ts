import { mockClient as mockSdkClient } from "aws-sdk-client-mock";

const mocks: { restore(): void }[] = [];

/** Mocks a client of the AWS SDK until the tests of the file end. */
export const mockClient: typeof mockSdkClient = (client) => {
  const mock = mockSdkClient(client);
  mocks.push(mock);
  return mock;
};

export const restoreClients = () => {
  for (const mock of mocks.splice(0)) mock.restore();
};
