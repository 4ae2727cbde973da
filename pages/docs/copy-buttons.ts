const CODE = ".markdown pre:not(:has(button))";
const SHOWN_MILLISECONDS = 2_000;

/** Gives each code block of the guides below an element a button that copies it. */
export const addCopyButtons = (root: ParentNode) => {
  for (const block of root.querySelectorAll(CODE)) block.append(copyButton(block));
};

const copyButton = (block: Element) => {
  const text = block.textContent ?? "";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  // Screen readers say what the click has done.
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    button.textContent = await copy(text).catch(() => select(block));
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_MILLISECONDS);
  });
  return button;
};

/** Rejects where the reader has forbidden it, and on a page without HTTPS. */
const copy = async (text: string) => {
  await navigator.clipboard.writeText(text);
  return "Copied";
};

const select = (block: Element) => {
  getSelection()?.selectAllChildren(block);
  return "Selected";
};
