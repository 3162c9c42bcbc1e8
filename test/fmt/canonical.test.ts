// The canonical form, file by file: what an editor writes, and what fmt makes of it.
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';
import { formatFolder, workingFolder } from './folder.js';

describe('the data that ships', () => {
  it('is canonical', async () => {
    const { report } = await formatFolder(projectFolder, { check: true });
    expect(report).toMatchObject({ changed: [], refused: [] });
    expect(report.files).toBeGreaterThan(100);
  });

  it('an empty folder has nothing to format', async () => {
    const { report } = await formatFolder(workingFolder({ 'README.md': '#' }));
    expect(report).toEqual({ files: 0, changed: [], refused: [] });
  });
});
