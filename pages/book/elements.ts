type Attributes = Readonly<Record<string, string | boolean | EventListener | undefined>>;
export type Child = Node | string | false | undefined;

/**
 * Creates an element. An attribute is a text, true for one without a value, or a function for an event such as
 * `onclick`.
 */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(created, name, value);
  created.append(...children.filter(isShown));
  return created;
};

const setAttribute = (target: HTMLElement, name: string, value: Attributes[string]) => {
  if (typeof value === "function") target.addEventListener(name.slice(2), value);
  else if (value !== undefined && value !== false) target.setAttribute(name, value === true ? "" : value);
};

/** Creates a button that counts a double click once. */
export const button = (label: string, onClick: () => void, className?: string) => {
  const onclick = (event: Event) => isRepeat(event) || onClick();
  return element("button", { type: "button", class: className, onclick }, label);
};

/** Returns true for the second click of a double click, which may hit what the first one has made appear. */
export const isRepeat = (event: Event): boolean => event instanceof UIEvent && event.detail > 1;

/** Returns a text that others wrote. It has its own direction, and changes that of no text beside it. */
export const isolated = (text: Child) => element("bdi", {}, text);

/** Listens to keys that are pressed without another one. A key that is handled has no other effect. */
export const onKey =
  (handle: (key: string, target: EventTarget | null) => boolean): EventListener =>
  (event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (handle(event.key, event.target)) event.preventDefault();
  };

/** Returns true for a key that presses a button. */
export const isPress = (key: string): boolean => key === "Enter" || key === " ";

/** Returns a link that opens beside the page, and tells the other side nothing of it. */
export const linkBeside = (href: string, label: string, className?: string) =>
  element("a", { href, class: className, target: "_blank", rel: "noreferrer" }, label);

/** Returns a heading that can take the focus when its section appears. */
export const heading = (text: string) => element("h1", { tabindex: "-1" }, text);

/** Excludes false and the empty text, which `condition && element` may leave in place of a child. */
export const isShown = (child: Child): child is Node | string =>
  child !== undefined && child !== false && child !== "";
