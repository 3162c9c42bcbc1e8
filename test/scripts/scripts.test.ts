// What commands print, and what they change: the scripts of this folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { usePasts } from '../changes/past.js';
import { projectFolder } from '../support/folders.js';
import { play, scenariosIn } from './script.js';

usePasts();

const folder = join(projectFolder, 'test/scripts');
for (const file of readdirSync(folder).filter((name) => name.endsWith('.script'))) {
  describe(file, () => {
    for (const scenario of scenariosIn(join(folder, file)))
      it(scenario.title, () => play(scenario));
  });
}
