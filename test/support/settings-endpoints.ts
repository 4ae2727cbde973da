type Row = { readonly path: string; readonly body?: unknown };

/** Whether an endpoint's body is of settings, in which a field that does not exist is a violation. */
export const hasSettingsBody = ({ path, body }: Row): boolean =>
  body !== undefined && /^\/api\/(firm|members|sources|keys|webhooks)\b/.test(path);
