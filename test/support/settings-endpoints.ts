type Row = { readonly path: string; readonly body?: unknown };

/** Returns true if an endpoint's body has settings, in which an unknown field is a violation. */
export const hasSettingsBody = ({ path, body }: Row): boolean =>
  body !== undefined && /^\/api\/(firm|members|sources|keys|webhooks)\b/.test(path);
