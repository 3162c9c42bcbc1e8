// The endless list of src/client/README.md as it stands, by React in a browser, while the API is published anew.
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, pageOf } from '../../pages/pages.js';
import { browserTool, startBrowser } from '../../support/browser.js';
import { projectFolder } from '../../support/folders.js';
import { page as htmlReply, serveReplies } from '../../support/replies.js';
import { describeWith, type Running } from '../../support/tools.js';
import { type Deployment, startDeployment } from './deployment.js';

const [code = ''] = blocksOf(pageOf('src/client/README.md'), 'tsx');

it('has the types that React and the client say', () => {
  const file = join(projectFolder, 'endless-list.tsx');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => (name === file ? code : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  const program = ts.createProgram([file], options, host);
  const found = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(found).toEqual([]);
});

describeWith([browserTool], 'in a browser', () => {
  let api: Deployment;
  let pages: Running;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    api = await startDeployment({ isDefault: true });
    const mounted = `${code.replaceAll('https://api.example.org', api.url)}
      import { StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      createRoot(document.body).render(<StrictMode><Vacancies /></StrictMode>);`;
    const { outputFiles } = await build({
      stdin: { contents: mounted, loader: 'tsx', resolveDir: projectFolder },
      bundle: true,
      jsx: 'automatic',
      write: false,
    });
    const script = outputFiles[0]!.text.replaceAll('</script', '<\\/script');
    const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
      <style>li { height: 100px }</style><body></body><script>${script}</script>`;
    pages = await serveReplies(undefined, () => htmlReply(html));
    ({ page, errors } = await startBrowser());
  });

  const positions = (records: Deployment['vacancies']) =>
    records.map((vacancy) => vacancy.work_position);
  const shown = () => page.locator('li').allTextContents();
  const scroll = () => page.evaluate('scrollTo(0, document.body.scrollHeight)');

  it('reads on at its end, and begins again when the list was published anew', async () => {
    await page.goto(`${pages.url}/`);
    const all = positions(api.vacancies);
    await expect.poll(shown).toEqual(all.slice(0, 20));
    await scroll();
    await expect.poll(shown).toEqual(all.slice(0, 40));
    api.republish((text) => text.replaceAll('Эксперт', 'Знаток'));
    const after = all.map((position) => position.replaceAll('Эксперт', 'Знаток'));
    const atEnd = async () => {
      await scroll();
      return shown();
    };
    await expect.poll(atEnd).toEqual(after);
    expect(errors).toEqual([]);
  });
});
