// Runs with each test file: random tests look at the same inputs each time, and not for the smallest one that fails, which
// takes long.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_125, endOnFailure: true });
