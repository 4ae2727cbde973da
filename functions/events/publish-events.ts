export const handler = async (event: unknown) => {
  console.log(event);
  return { batchItemFailures: [] };
};
