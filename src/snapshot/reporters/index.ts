// The reporters, by the names that `--reporter` accepts.
import { github } from './github.js';
import { json } from './json.js';
import { pretty } from './pretty.js';
import type { Reporter } from './reporter.js';

export const reporters = { pretty, json, github } satisfies Record<string, Reporter>;
