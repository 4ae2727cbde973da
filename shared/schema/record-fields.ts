import * as z from "zod/mini";
import { HAS_PROSE } from "./has-prose.ts";
import { settingsObject } from "./settings-object.ts";
import { instant } from "./time.ts";
import { lazy } from "./zod.ts";

type Schema = z.ZodMiniType;

/** The description of one field of a record: a row of the record's table. */
type FieldRow = {
  /** Its name in records; absent when the API derives it from other fields. */
  readonly attribute?: string;
  /** Its schema in the item, with a default for items that are older than the field. */
  readonly stored?: () => Schema;
  /** Its schema in responses; absent when only the service knows the field. */
  readonly shown?: () => Schema;
  /** True if not every response shows it: none does unless it is told the value. */
  readonly isDerived?: true;
  /** Returns its value in responses; by default the stored one. */
  readonly show?: (stored: never) => unknown;
  /** Its schema in the body that creates a record. */
  readonly created?: () => Schema;
  /** Its schema in the body that changes a record, where it is optional. */
  readonly changed?: () => Schema;
  /** Returns the value to store; by default that of the body. */
  readonly taken?: (input: never, before: never) => unknown;
  /** Its value in a new record, unless a body gives one. */
  readonly initial?: unknown;
  /** True if an erasure resets it to its initial value. */
  readonly isPersonal?: boolean;
  /** For the OpenAPI document, like `example` and the table of the fields within this one. */
  readonly description?: string | undefined;
  readonly example?: unknown;
  readonly within?: { readonly rows: FieldRows } | undefined;
};

/** Rows by their names in the API, in the order of responses. */
export type FieldRows = Readonly<Record<string, FieldRow>>;

/** The rows of a record that can be erased. Each row says whether its field is personal. */
type PersonalRows = Readonly<Record<string, FieldRow & (Personal | { readonly isPersonal: false })>>;

/** An erasure needs the value that it leaves. */
type Personal = { readonly isPersonal: true; readonly initial: unknown };

type Part = "shown" | "created" | "changed";

type SchemaOf<Row, Key extends string> = Row extends {
  readonly [Name in Key]: () => infer Found extends Schema;
}
  ? Found
  : never;

type AttributeOf<Row> = Row extends { readonly attribute: infer Name extends string } ? Name : never;

type NamesWith<Rows, Key extends string> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly [Each in Key]: unknown } ? Name : never;
}[keyof Rows];

type ShapeOf<Rows, Key extends Part> = {
  [Name in NamesWith<Rows, Key>]: Key extends "changed"
    ? z.ZodMiniOptional<SchemaOf<Rows[Name], Key>>
    : SchemaOf<Rows[Name], Key>;
};

type StoredShape<Rows> = {
  [Name in keyof Rows as AttributeOf<Rows[Name]>]: SchemaOf<Rows[Name], "stored">;
};

type Output<Shape extends z.core.$ZodShape> = z.output<z.ZodMiniObject<Shape>>;

type Immutable<Value> = Value extends readonly (infer Entry)[]
  ? readonly Immutable<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;

export type RecordOf<Fields extends { readonly rows: unknown }> = RecordBy<Fields["rows"]>;
type RecordBy<Rows> = {
  readonly [Name in keyof Output<StoredShape<Rows>>]: Immutable<Output<StoredShape<Rows>>[Name]>;
};
type ResourceOf<Rows> = Output<ShapeOf<Rows, "shown">>;

/** The fields whose stored value the API shows, as it is or as `show` says. */
type ShownAsStored<Rows> = {
  [Name in NamesWith<Rows, "attribute">]: Rows[Name] extends { readonly isDerived: true }
    ? never
    : Rows[Name] extends { readonly show: unknown }
      ? Name
      : z.output<SchemaOf<Rows[Name], "stored">> extends z.output<SchemaOf<Rows[Name], "shown">>
        ? Name
        : never;
}[NamesWith<Rows, "attribute">];

/** The fields that the API adds to the stored ones, or shows by what other records say. */
type DerivedOf<Rows> = Omit<ResourceOf<Rows>, ShownAsStored<Rows>>;

type TakenBy<Row, Given> = Row extends { readonly taken: (...values: never[]) => infer Value }
  ? Value | Extract<Given, undefined>
  : Given;

/** The fields that a body gives, by their names in records. */
type TakenOf<Rows, Key extends "created" | "changed"> = {
  readonly [Name in NamesWith<Rows, Key> as AttributeOf<Rows[Name]>]: TakenBy<
    Rows[Name],
    z.output<ShapeOf<Rows, Key>[Name]>
  >;
};

type InitialOf<Rows> = {
  readonly [Name in NamesWith<Rows, "initial"> as AttributeOf<Rows[Name]>]: Immutable<
    z.output<SchemaOf<Rows[Name], "stored">>
  >;
};

type ErasedOf<Rows> = Pick<
  InitialOf<Rows>,
  {
    [Name in keyof Rows]: Rows[Name] extends { readonly isPersonal: true } ? AttributeOf<Rows[Name]> : never;
  }[keyof Rows] &
    keyof InitialOf<Rows>
>;

/** Derives all that follows from a record's field table. */
export const recordFields = <const Rows extends FieldRows>(rows: Rows) => {
  const entries = Object.entries<FieldRow>(rows);

  /** Collects the values of rows that have one, by the field's name in the API or in records. */
  const collect = (nameOf: (name: string, row: FieldRow) => string, read: Read) => {
    const values: Record<string, unknown> = {};
    for (const [name, row] of entries) {
      const value = read(row, name);
      if (value !== undefined) values[nameOf(name, row)] = value;
    }
    return values;
  };
  const byName = (read: Read) => collect((name) => name, read);
  const byAttribute = (read: Read) => collect((name, { attribute = name }) => attribute, read);

  const take = (input: object, before: object) =>
    byAttribute(({ attribute = "", taken = same }, name) => {
      const value = valueIn(input, name);
      return value === undefined ? undefined : taken(value, valueIn(before, attribute));
    });
  const initial = byAttribute((row) => row.initial) as InitialOf<Rows>;

  return {
    rows,
    /** Its schema in responses. */
    shown: lazy(() => z.object(byName((row) => row.shown?.()) as ShapeOf<Rows, "shown">)),
    /** The schema of the record in its item, without keys. */
    item: lazy(() => z.object(byAttribute((row) => row.stored?.()) as StoredShape<Rows>)),
    /** Returns the fields of the body that creates a record. */
    created: () => byName((row) => row.created?.()) as ShapeOf<Rows, "created">,
    /** Returns the fields of the body that changes a record. */
    changed: () => byName((row) => row.changed && z.optional(row.changed())) as ShapeOf<Rows, "changed">,
    /** The fields of a new record that its body does not give. */
    initial,
    /** Returns the fields that a creating body gives. */
    newFields: (input: Output<ShapeOf<Rows, "created">>) => take(input, initial) as TakenOf<Rows, "created">,
    /** Returns the fields that a changing body gives; undefined for those that it omits. */
    changes: (input: Immutable<Output<ShapeOf<Rows, "changed">>>, before: RecordBy<Rows>) =>
      take(input, before) as TakenOf<Rows, "changed">,
    /** Returns the personal fields after an erasure, in a record and in its response. */
    erased: () => ({
      record: byAttribute(({ isPersonal, initial }) => (isPersonal ? initial : undefined)) as ErasedOf<Rows>,
      shown: byName(({ isPersonal, isDerived, initial, show = same }) =>
        isPersonal && !isDerived ? show(initial as never) : undefined,
      ),
    }),
    /** Returns a record as the API shows it. */
    resource: (record: RecordBy<Rows>, derived: DerivedOf<Rows>) =>
      byName(({ attribute, shown, show = same, isDerived }, name) => {
        if (shown === undefined) return undefined;
        return isDerived || attribute === undefined || name in derived
          ? valueIn(derived, name)
          : show(valueIn(record, attribute));
      }) as ResourceOf<Rows>,
    /** Returns an example of the record. */
    example: () => byName((row) => row.example),
  };
};

/** Derives the same for a record that can be erased. */
export const erasableFields = <const Rows extends PersonalRows>(rows: Rows) => recordFields(rows);

type Read = (row: FieldRow, name: string) => unknown;

const same = (value: unknown) => value;

const valueIn = (fields: object, name: string): never => Reflect.get(fields, name) as never;

/** A field with one schema for its stored and its shown form, so that a cold start builds only one. */
export const asStored = <Shown extends Schema>(build: () => Shown) => {
  const schema = lazy(build);
  return { stored: schema, shown: schema };
};

/** A field of both bodies. A new record has the default unless its body gives a value. */
export const withDefault = <Input extends Schema>(
  input: () => Input,
  initial: z.core.util.NoUndefined<z.output<Input>>,
) => ({ created: () => z._default(input(), initial), changed: input, initial });

/** A text that is empty when absent, and that an item older than the field lacks. */
export const emptyText = {
  stored: () => z._default(z.string(), ""),
  shown: () => z.string(),
  initial: "",
};

/** A text or null, which an item that is older than the field lacks. */
export const laterText = {
  stored: () => z._default(z.nullable(z.string()), null),
  shown: () => z.nullable(z.string()),
  initial: null,
};

/** An instant or null, which an item that is older than the field lacks. */
export const laterInstant = { ...laterText, shown: () => z.nullable(instant()) };

/** The fields within a field. */
type Within<Item extends Schema, Shown extends Schema, Stored> = {
  readonly rows: FieldRows;
  readonly example: () => object;
  readonly item: () => Item;
  readonly shown: () => Shown;
  readonly resource: (record: Stored, derived: object) => z.output<Shown>;
};

/** A field that holds a list of records. */
export const listOfRecords = <Item extends Schema, Shown extends Schema, Stored>(
  within: Within<Item, Shown, Stored>,
) => ({
  ...(HAS_PROSE && { within, example: [within.example()] }),
  stored: () => z.array(within.item()),
  shown: () => z.array(within.shown()),
  show: (records: readonly Stored[]) => records.map((each) => within.resource(each, {})),
});

type Changeable<Shape extends z.core.$ZodShape, Stored> = {
  readonly initial: Stored;
  readonly changed: () => Shape;
  readonly changes: (input: Output<Shape>, before: Stored) => Partial<Stored>;
};

/** A field that holds a record. A body changes only the fields that it names. */
export const recordWithin = <
  Item extends Schema,
  Shown extends Schema,
  Shape extends z.core.$ZodShape,
  Stored extends object,
>(
  within: Within<Item, Shown, Stored> & Changeable<Shape, Stored>,
) => ({
  ...(HAS_PROSE && { within, example: within.example() }),
  initial: within.initial,
  stored: within.item,
  shown: within.shown,
  show: (record: Stored) => within.resource(record, {}),
  changed: () => settingsObject(within.changed()),
  taken: (input: Output<Shape>, before: Stored): Stored => ({ ...before, ...within.changes(input, before) }),
});
