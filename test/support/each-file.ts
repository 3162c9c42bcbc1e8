// Runs with each test file (test/vitest.config.ts).
import { afterAll } from 'vitest';
import { end } from './at-end.js';
import './same-bytes.js';

afterAll(end, 180_000); // many snapshots are many files
