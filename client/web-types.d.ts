// Types of browsers that the generated client names. `npm run client` compiles it with the library `dom`; the tests' program
// has only Node's types, and must not know a browser's globals.
// biome-ignore lint/suspicious/noExplicitAny: the types of `fetch` that Node has differ from a browser's
type HeadersInit = any;
type BodyInit = NonNullable<RequestInit["body"]>;
declare const document: unknown;
