// Every host, by name: one folder a host, one line here.
import type { Host } from './host.js';

export const hosts: readonly Host[] = [];
