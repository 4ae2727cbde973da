/** Builds a schema on first use, so that a cold start builds only the schemas that it needs. */
export const lazy = <Schema>(build: () => Schema): (() => Schema) => {
  let schema: Schema | undefined;
  return () => {
    schema ??= build();
    return schema;
  };
};
