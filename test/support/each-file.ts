// Runs with each test file (test/vitest.config.ts).
import { afterAll } from 'vitest';
import { speak } from '../../src/problems/say.js';
import { end } from './at-end.js';
import { PATIENCE } from './runs.js';
import './same-bytes.js';

await speak('ru');

afterAll(end, PATIENCE); // many snapshots are many files
