import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type CopyOptions<Result> = {
  readonly edit: (copy: string) => void;
  readonly action: (copy: string) => Promise<Result>;
};

/** Runs an action with an edited copy of a cloud assembly, and removes the copy. */
export const withAssemblyCopy = async <Result>(
  assembly: string,
  { edit, action }: CopyOptions<Result>,
): Promise<Result> => {
  const copy = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  try {
    cpSync(assembly, copy, { recursive: true });
    edit(copy);
    return await action(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
};
