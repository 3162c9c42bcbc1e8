// Every host that this version knows: one line a host.
import type { Host } from './host.js';

export const hosts: readonly Host[] = [];
