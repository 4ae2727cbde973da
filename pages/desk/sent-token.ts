/**
 * The token of the sign-in link that opened the page; null for none. The module takes it out of the address when it is
 * loaded, before all others: it stays in no history, bookmark or picture of the screen.
 */
export const sentToken: string | null = /^#(iti_\w+)/.exec(location.hash)?.[1] ?? null;

if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
