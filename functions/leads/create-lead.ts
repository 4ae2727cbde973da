export const handler = async (event: unknown) => ({ statusCode: 200, body: JSON.stringify(event) });
