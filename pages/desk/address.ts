import { computed, signal } from "@preact/signals";
import { t } from "./texts.ts";

export const VIEWS = ["inbox", "leads", "week", "todo", "setup"] as const;
export type ViewName = (typeof VIEWS)[number];
export type Route = { readonly view: ViewName | null; readonly parts: readonly string[] };

/** Returns the view and the record that an address names, `#leads/<id>`; no view for an address of none. */
const routeOf = (hash: string): Route => {
  const [name, ...parts] = hash.replace(/^#/, "").split("/").map(decoded);
  return { view: VIEWS.find((view) => view === name) ?? null, parts: parts.filter((part) => part !== "") };
};

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export const href = (view: ViewName, ...parts: readonly string[]): string =>
  `#${[view, ...parts].map(encodeURIComponent).join("/")}`;

const hash = signal(location.hash);

export const route = computed(() => routeOf(hash.value));

const guards = new Set<() => boolean>();

/** Returns true if a part of the page has something typed that is not sent. */
export const hasUnsent = (): boolean => [...guards].some((isUnsent) => isUnsent());

/** Asks before something unsent is left. @returns a function that ends the guard */
export const guardUnsent = (isUnsent: () => boolean): (() => void) => {
  guards.add(isUnsent);
  return () => guards.delete(isUnsent);
};

/** Goes to a view and a record, a new entry of the history. */
export const go = (view: ViewName, ...parts: readonly string[]): void => {
  location.hash = href(view, ...parts);
};

/** Replaces the address, without a new entry of the history. */
export const replaceAddress = (view: ViewName, ...parts: readonly string[]): void => {
  history.replaceState(null, "", href(view, ...parts));
  hash.value = location.hash;
};

/** Follows the address. A sign-in link that is opened in this tab goes to `signIn`. */
export const followAddress = (signIn: () => boolean): void => {
  addEventListener("hashchange", () => {
    if (signIn() || location.hash === hash.peek()) return;
    if (hasUnsent() && !confirm(t().frame.leave)) {
      history.pushState(null, "", hash.peek() || location.pathname);
      return;
    }
    hash.value = location.hash;
  });
  addEventListener("beforeunload", (event) => {
    if (hasUnsent()) event.preventDefault();
  });
};
