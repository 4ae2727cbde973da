type Batch = { readonly folders: Set<string>; readonly done: Promise<void> };

/**
 * Bundles functions one batch after another. What is asked for while a batch runs is the next one: ten functions
 * together take twice the time of one.
 * @param bundle bundles the functions of these folders
 * @returns a function that throws the error of its own function only
 */
export const bundleQueue = (bundle: (folders: readonly string[]) => Promise<void>) => {
  let running = Promise.resolve();
  let next: Batch | undefined;

  const addBatch = (): Batch => {
    const folders = new Set<string>();
    const done = running.then(() => {
      next = undefined;
      return bundle([...folders]);
    });
    running = done.catch(() => {});
    return { folders, done };
  };

  return async (folder: string): Promise<void> => {
    next ??= addBatch();
    const { folders, done } = next;
    folders.add(folder);
    try {
      await done;
    } catch (error) {
      if (folders.size === 1) throw error;
      await bundle([folder]);
    }
  };
};
