import { button, element } from "./elements.ts";
import type { Page } from "./frame.ts";
import type { Appointment } from "./link-api.ts";
import { paragraph, timeElement } from "./times.ts";

/** Asks for confirmation before the appointment is canceled. Escape keeps it. */
export const askToCancel = (page: Page, { start_at }: Appointment, onConfirm: () => void): void => {
  const { cancel: words } = page.texts;
  const confirm = () => {
    dialog.close();
    onConfirm();
  };
  const dialog = element(
    "dialog",
    { "aria-labelledby": "cancel-heading", onclose: () => dialog.remove() },
    element("h2", { id: "cancel-heading" }, words.heading),
    paragraph(words.text, { date: timeElement(start_at, page.here.dayAndTime(start_at)) }),
    element(
      "div",
      { class: "actions" },
      button(words.back, () => dialog.close(), "primary"),
      button(words.confirm, confirm, "danger"),
    ),
  );
  document.querySelector("main")?.append(dialog);
  dialog.showModal();
};
