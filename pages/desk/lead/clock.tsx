import type { ComponentChildren } from "preact";
import type { Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { clockText, deadlineNow } from "../clock.tsx";
import { memberName } from "../directory.ts";
import { t } from "../texts.ts";
import { near } from "./consultations.tsx";

/** How long there is to call, beside the telephone. */
export const Clock = ({ lead, children }: { readonly lead: Lead; readonly children: ComponentChildren }) => {
  const due = deadlineNow(lead);
  if (due === null) return <>{children}</>;
  const { rule, turn } = t().clock;
  const { routing_rule, overdue_count, assignee_id } = lead;
  return (
    <div class={`lead-clock ${due.isPast ? "danger" : "warn"}`}>
      <div>
        <p class="serif">{clockText(due, "long")}</p>
        <p>
          {fill(rule, { when: near(due.at), rule: routing_rule ?? "" })}{" "}
          {overdue_count > 0 && assignee_id && fill(turn, { name: memberName(assignee_id) })}
        </p>
      </div>
      {children}
    </div>
  );
};
