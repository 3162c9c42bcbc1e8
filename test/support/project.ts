// Where the project is.
import { fileURLToPath } from 'node:url';

/** The project's own folder, with no slash at its end. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
