import { type FSWatcher, watch } from "node:fs";
import { changedFiles, type SourceFiles } from "./source-files.ts";

/** An editor or a checkout writes several files, and each in several steps. */
const SETTLING_MILLISECONDS = 50;

type WatchOptions = {
  readonly read: () => SourceFiles;
  /** The known state; changes since then are reported at once. */
  readonly before: SourceFiles;
  readonly onChange: (files: readonly string[]) => void;
  /** Receives the error of a folder that cannot be watched: it is gone, or the system watches too many already. */
  readonly onError: (error: unknown) => void;
};

/**
 * Reports files whose content has changed. An event only triggers a look, because not every system names the file in
 * it.
 * @returns a function that stops it
 */
export const watchSources = ({ read, before, onChange, onError }: WatchOptions) => {
  let files = before;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const found = read();
    const changed = changedFiles(files, found);
    files = found;
    watchers.watchOnly(found.folders);
    if (changed.length > 0) onChange(changed);
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLING_MILLISECONDS);
  };
  const watchers = new FolderWatchers(lookSoon, onError);
  watchers.watchOnly(before.folders);
  lookSoon();
  return () => {
    clearTimeout(timer);
    watchers.watchOnly([]);
  };
};

/** Watches folders one by one: on Linux, `recursive` loses files that an editor replaces. */
class FolderWatchers {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onEvent: () => void;
  readonly #onError: WatchOptions["onError"];

  constructor(onEvent: () => void, onError: WatchOptions["onError"]) {
    this.#onEvent = onEvent;
    this.#onError = onError;
  }

  watchOnly(folders: readonly string[]) {
    for (const folder of this.#watchers.keys()) if (!folders.includes(folder)) this.#close(folder);
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  #open(folder: string) {
    try {
      const watcher = watch(folder, this.#onEvent).on("error", () => this.#close(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      this.#onError(error);
    }
  }

  #close(folder: string) {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
