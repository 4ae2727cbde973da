/** `local` where the stack's stage allows plain http and loopback; a variable that is missing allows nothing. */
export const webhookTargets = () => (process.env.WEBHOOK_TARGETS === "local" ? "local" : "public");
