import { computed, signal } from "@preact/signals";

type Others = typeof import("./other-views.ts");

const loaded = signal<Others | null>(null);

/** What the leads are seen without; null until its script is there. */
export const others = computed(() => loaded.value);
/** True if the script could not be loaded, which only a reload of the page tries again. */
export const isBroken = signal(false);

export const loadOthers = (): Promise<void> =>
  import("./other-views.ts").then(
    (all) => {
      loaded.value = all;
    },
    () => {
      isBroken.value = true;
    },
  );
