import { interceptStoreCalls, type StoreCall } from "./store-calls.ts";

/** Runs the action and returns the names of its DynamoDB calls by trip. Calls that overlap with others are one trip. */
export const recordStoreTrips = async (
  action: () => Promise<unknown>,
  respond: (call: StoreCall) => Promise<unknown> = ({ send }) => send(),
): Promise<string[][]> => {
  const trips: string[][] = [];
  let underWay = 0;
  const mock = interceptStoreCalls(async (call) => {
    if (underWay === 0) trips.push([]);
    underWay += 1;
    trips.at(-1)?.push(call.name);
    try {
      return await respond(call);
    } finally {
      underWay -= 1;
    }
  });
  try {
    await action();
  } finally {
    mock.mockRestore();
  }
  return trips;
};
