const CODE = ".markdown pre:not(:has(button))";
const SHOWN_MILLISECONDS = 2_000;

/** Gives each code block of the guides below an element a button that copies it. */
export const addCopyButtons = (root: ParentNode) => {
  for (const block of root.querySelectorAll(CODE)) block.append(copyButton(block.textContent ?? ""));
};

const copyButton = (text: string) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_MILLISECONDS);
  });
  return button;
};
