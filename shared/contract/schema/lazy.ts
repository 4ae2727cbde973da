/** Builds a schema when it is first asked for: a function starts with none but those it needs. */
export const lazy = <Schema>(build: () => Schema): (() => Schema) => {
  let schema: Schema | undefined;
  return () => {
    schema ??= build();
    return schema;
  };
};
