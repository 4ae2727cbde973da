type Child = Node | string | false;

const screen = document.getElementById("screen") ?? document.body;

/** Replaces what the page shows, and moves the focus to its heading. */
export const show = (title: string, ...children: readonly Child[]): void => {
  const heading = element("h1", { tabIndex: -1 }, title);
  screen.replaceChildren(heading, ...children.filter((child) => child !== false));
  heading.focus();
};

export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children.filter((child) => child !== false));
  return created;
};

export const paragraph = (text: string): HTMLElement => element("p", {}, text);

/** Creates a button that runs `act` once at a time: a double click is one click. */
export const button = (label: string, act: () => Promise<void>): HTMLButtonElement => {
  const created = element("button", { type: "button" }, label);
  created.addEventListener("click", async () => {
    if (created.disabled) return;
    created.disabled = true;
    await act();
    created.disabled = false;
  });
  return created;
};
