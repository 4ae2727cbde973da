const PLACEHOLDER = /^(<.*>|\{\{.*\}\}|your[ _-].*|.*…|.*\.\.\.|it[ksl]_\W*)$/i;

/**
 * Returns whether a text was pasted from a guide, where it stands for a secret: `<the secret>`, `{{key}}`, `YOUR_KEY` or
 * `itk_…`, of which a header may hold other bytes.
 */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.trim());

const SECRET_PLACEHOLDER = /^(<[a-z][a-z ]*>|\{\{[^{}]*\}\}|your[ _-]?(api[ _-]?)?(key|secret)|.*…)$/i;

/** Returns whether a text stands for a secret of a sender. Senders choose their secrets, so that few texts are refused. */
export const isSecretPlaceholder = (text: string): boolean => SECRET_PLACEHOLDER.test(text.trim());
