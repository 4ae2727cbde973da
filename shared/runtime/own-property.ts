/** A property that an object does not inherit: a firm may define the key "constructor", which every object has. */
export const ownProperty = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);
