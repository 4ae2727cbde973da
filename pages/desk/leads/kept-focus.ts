import { useLayoutEffect } from "preact/hooks";

/** Returns the controls of a card, in order. */
const controlsOf = (card: Element | null) => [
  ...(card?.querySelectorAll<HTMLElement>("a, button, select") ?? []),
];

/**
 * Keeps the focus on the control that has it while its card is drawn anew in another column, whoever moved it. Once the
 * card is gone, the heading of the view has the focus. Call it in the component that draws the cards.
 */
export const useKeptFocus = (): void => {
  const focused = document.activeElement;
  const card = focused?.closest<HTMLElement>("[data-lead]") ?? null;
  const kind = focused?.tagName;
  useLayoutEffect(() => {
    if (card === null || focused?.isConnected) return;
    const present = document.querySelector(`[data-lead="${card.dataset.lead}"]`);
    const controls = controlsOf(present);
    const kept = controls.find(({ tagName }) => tagName === kind) ?? controls[0];
    (kept ?? document.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
  });
};
