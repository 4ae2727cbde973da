import { signal } from "@preact/signals";
import { type ConflictEntry, IntakeApiError } from "../../../client/src/index.ts";
import { intake } from "../requests.ts";

const PAGE = 50;

/** Reads an entry; null if there is none. */
export const readEntry = async (key: string): Promise<ConflictEntry | null> => {
  try {
    return await intake().getConflictEntry({ path: { key } });
  } catch (error) {
    if (error instanceof IntakeApiError && error.status === 404) return null;
    throw error;
  }
};

export type Register = ReturnType<typeof createRegister>;

const entriesWith = (q: string) =>
  intake()
    .listConflictEntries.items({ query: { limit: PAGE, ...(q && { q }) } })
    [Symbol.asyncIterator]();

/** Reads on, as far as a page. */
const pageOf = async (items: ReturnType<typeof entriesWith>) => {
  const data: ConflictEntry[] = [];
  while (data.length < PAGE) {
    const { done, value } = await items.next();
    if (done) return { data, isMore: false };
    data.push(value);
  }
  return { data, isMore: true };
};

/** Creates what is shown of the register: the newest entries that have the typed words, and older ones on demand. */
export const createRegister = () => {
  const entries = signal<readonly ConflictEntry[]>([]);
  const isMore = signal(true);
  const isReading = signal(false);
  const isFailed = signal(false);
  let items = entriesWith("");

  /** Reads a page. A newer search makes it void. */
  const readOlder = async (): Promise<void> => {
    const mine = items;
    isReading.value = true;
    const page = await pageOf(mine).catch(() => null);
    if (mine !== items) return;
    isReading.value = false;
    isFailed.value = page === null;
    isMore.value = page?.isMore ?? false;
    entries.value = [...entries.peek(), ...(page?.data ?? [])];
  };

  return {
    entries,
    isMore,
    isReading,
    isFailed,
    readOlder,
    search: (q: string): Promise<void> => {
      items = entriesWith(q);
      entries.value = [];
      return readOlder();
    },
    put: (entry: ConflictEntry): void => {
      const known = entries.peek();
      const isKnown = known.some(({ key }) => key === entry.key);
      entries.value = isKnown
        ? known.map((each) => (each.key === entry.key ? entry : each))
        : [entry, ...known];
    },
    drop: (key: string): void => {
      entries.value = entries.peek().filter((each) => each.key !== key);
    },
  };
};
