type Operation = { readonly security?: readonly Record<string, unknown>[] };

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The key under which Scalar stores the reader's choices and entries. */
const STORED = "scalar-reference-auth-";

/**
 * Preselects an operation's own scheme if it does not take the preferred one. Scalar begins all operations with the
 * document's scheme, unless another is chosen for the operation.
 */
export const chooseSchemes = (slug: string, paths: Paths, preferred: string) => {
  if (sessionStorage.getItem(STORED + slug) !== null) return;
  const path = mapValues(paths, (operations) =>
    mapValues(operations, ({ security }) => ownScheme(security, preferred)),
  );
  sessionStorage.setItem(STORED + slug, JSON.stringify({ selected: { path } }));
};

const ownScheme = (security: Operation["security"], preferred: string) =>
  security?.every((scheme) => !(preferred in scheme))
    ? { selectedIndex: 0, selectedSchemes: security.slice(0, 1) }
    : undefined;

const mapValues = <Value, Result>(values: Readonly<Record<string, Value>>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
