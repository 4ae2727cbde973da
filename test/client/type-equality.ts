import type * as z from "zod/mini";

/** True if two types are equal: not merely assignable, as with an optional property that one of them lacks. */
export type Exactly<Left, Right> =
  (<T>() => T extends Plain<Left> ? 1 : 2) extends <T>() => T extends Plain<Right> ? 1 : 2 ? true : false;

/** A type without aliases and intersections, at any depth. */
type Plain<Type> = Type extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : Type extends object
    ? { [Name in keyof Type]: Plain<Type[Name]> }
    : Type;

/** True if a body of the client is what the contract accepts. */
export type SameBody<Body, Schema> = Schema extends z.ZodMiniType
  ? Exactly<Body, Wire<Schema>>
  : Exactly<Body, never>;

/**
 * The JSON that a schema accepts. That is its input, except for a pipe that begins with any value: it has the values of
 * its next schema.
 */
type Wire<Schema> = Schema extends { forms: () => readonly (infer Form)[] }
  ? Wire<Form>
  : Schema extends z.core.$ZodObject<infer Shape>
    ? WireObject<Shape>
    : Schema extends z.core.$ZodOptional<infer Inner> | z.core.$ZodDefault<infer Inner>
      ? Wire<Inner> | undefined
      : WireValue<Schema>;

type WireValue<Schema> =
  Schema extends z.core.$ZodNullable<infer Inner>
    ? Wire<Inner> | null
    : Schema extends z.core.$ZodArray<infer Entry>
      ? Wire<Entry>[]
      : Schema extends z.core.$ZodRecord<infer _Key, infer Value>
        ? Record<string, Wire<Value>>
        : Schema extends z.core.$ZodPipe<infer First, infer Next>
          ? WirePipe<First, Next>
          : z.input<Schema>;

type WirePipe<First, Next> = IsAnything<z.input<First>> extends true ? Wire<Next> : Wire<First>;

type IsAnything<Input> = unknown extends Input
  ? true
  : Input extends readonly (infer Value)[] | Record<string, infer Value>
    ? IsAnything<Value>
    : false;

type WireObject<Shape> = {
  [Name in keyof Shape as Exclude<Name, OptionalName<Shape>>]: Wire<Shape[Name]>;
} & {
  [Name in OptionalName<Shape> as Shape[Name] extends Forbidden ? never : Name]?: Wire<Shape[Name]>;
};

type OptionalName<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.core.$ZodOptional | z.core.$ZodDefault ? Name : never;
}[keyof Shape];

/** A field that must be absent. */
type Forbidden = z.core.$ZodOptional<z.core.$ZodNever>;

/**
 * True if a query of the client is what the contract accepts: the same names, required or not, each with accepted
 * values. The wire has text, whatever type the client writes it from.
 */
export type SameQuery<Query, Schema> = Schema extends z.ZodMiniType
  ? AsText<Query> extends z.input<Schema>
    ? Exactly<Optionality<Query>, Optionality<z.input<Schema>>>
    : false
  : Exactly<Query, never>;

type AsText<Query> = {
  [Name in keyof Query]:
    | Exclude<Query[Name], number | boolean>
    | (Query[Name] extends string | undefined ? never : string);
};

/** The names of an object, each required or not. */
type Optionality<Type> = { [Name in keyof Type]: 1 };
