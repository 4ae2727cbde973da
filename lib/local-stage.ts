/** The stage that `npm start` hosts: the only one whose webhooks may use plain http and this machine's addresses. */
export const LOCAL_STAGE = "local";
