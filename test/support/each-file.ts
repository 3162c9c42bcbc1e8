// Runs with each test file (test/vitest.config.ts).
import { afterAll } from 'vitest';
import { end } from './at-end.js';
import { PATIENCE } from './runs.js';
import './same-bytes.js';

afterAll(end, PATIENCE); // many snapshots are many files
