// In a module of its own, because every start of the tool needs it, and only few need the other settings.

/** The usual settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';
