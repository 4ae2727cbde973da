/** Opens the search by `/`, like Ctrl+K, unless the reader is writing. */
export const openSearchBySlash = () => {
  addEventListener("keydown", (event) => {
    const { target } = event;
    const isWriting =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.closest("input, textarea, select, [role=combobox]") !== null);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
    event.preventDefault();
    dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
  });
};
