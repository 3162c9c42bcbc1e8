#!/usr/bin/env node
import('../lib/cli.js')
  .then(({ main }) => main())
  .catch(({ message }) => {
    process.stderr.write(`portal-snapshot: ${message}\n`);
    process.exitCode = 2;
  });
