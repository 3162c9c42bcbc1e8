// Every host that the tool knows, by name: the one list of them.
import { apache } from './apache/index.js';
import { caddy } from './caddy/index.js';
import type { Host } from './host.js';
import { httpServer } from './http-server/index.js';
import { nginx } from './nginx/index.js';

export const hosts: readonly Host[] = [apache, caddy, httpServer, nginx];
