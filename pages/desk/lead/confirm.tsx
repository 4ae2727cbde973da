import type { ComponentChildren } from "preact";
import { Button, Dialog } from "../parts.tsx";
import type { Write } from "../requests.ts";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import type { LeadState } from "./state.ts";

type ConfirmProps<Result> = {
  readonly state: LeadState;
  readonly write: Write<Result>;
  readonly title: string;
  /** The name of what is done. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  /** Does it. @returns whether it is done */
  readonly onConfirm: () => Promise<boolean>;
  readonly onClose: () => void;
  /** What stands in place of the usual notice. */
  readonly notice?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** Asks before a write of the lead, and stays open until it is done. */
export const Confirm = <Result,>(props: ConfirmProps<Result>) => {
  const { state, write, title, action, kind = "primary", onConfirm, onClose, notice, children } = props;
  const press = async () => {
    if (await onConfirm()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div>
        {children}
        {notice || <WriteNotice write={write} leadId={state.id.value} onLeave={onClose} />}
        <div class="actions">
          <Button
            kind={kind}
            busy={write.state.value.kind === "sending"}
            inert={state.isBusy.value}
            onClick={press}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{t().parts.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
};
