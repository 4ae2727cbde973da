// One script of all that the leads are seen without: a browser that needs a part of it soon needs another.
export { View as Inbox } from "./inbox/view.tsx";
export { LeadPage } from "./lead/view.tsx";
export { createActions } from "./leads/actions.ts";
export { View as Setup } from "./setup/view.tsx";
export { View as ToDo } from "./todo/view.tsx";
export { View as Week } from "./week/view.tsx";
