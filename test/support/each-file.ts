// Runs before each test file (test/vitest.config.ts).
import { afterAll } from 'vitest';
import russian from '../../src/portal/ru.json' with { type: 'json' };
import { speak, spokenTexts } from '../../src/problems/say.js';
import { end } from './at-end.js';
import { PATIENCE } from './runs.js';
import './same-bytes.js';

if (Object.keys(spokenTexts()).length === 0) await speak('ru', russian);

afterAll(end, PATIENCE); // many snapshots are many files
