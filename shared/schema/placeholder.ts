const PLACEHOLDER = /^(<.*>|\{\{.*\}\}|your[ _-].*|.*…|.*\.\.\.|it[ksl]_\W*)$/i;

/**
 * Returns whether a text was pasted from a guide, where it stands for a secret: `<the secret>`, `{{key}}`, `YOUR_KEY` or
 * `itk_…`, of which a header may hold other bytes.
 */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.trim());
