type UpdateRequest = {
  readonly Key?: object | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
};

/** A value, or an attribute with the path within it and a bracket if it is a function's name. */
const OPERAND = /:\w+|(#?[A-Za-z_]\w*)(?:\.[#\w]+|\[\d+\])*(\s*\()?/g;

const KEYWORDS = /^(SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/i;

/** The attributes of the key and of both expressions, each once. What the answer shows is not among them. */
export const updatedAttributes = (request: UpdateRequest): string[] => {
  const { Key = {}, UpdateExpression, ConditionExpression, ExpressionAttributeNames } = request;
  const named = [...`${UpdateExpression} ${ConditionExpression}`.matchAll(OPERAND)]
    .filter(([, name, bracket]) => name !== undefined && bracket === undefined && !KEYWORDS.test(name))
    .map(([, name = ""]) => ExpressionAttributeNames[name] ?? name);
  return [...new Set([...Object.keys(Key), ...named])];
};
