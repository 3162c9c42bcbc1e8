// The oldest browsers that the client's page names have each function that the client calls, by the data of web-features,
// and older ones have not. That they read its syntax is for test/client/bundle.test.ts.
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { features } from 'web-features';
import { floor } from '../../client/floor.js';
import { projectFolder } from '../../support/folders.js';

/** What TypeScript calls otherwise than the data. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'Body.body': 'Response.body',
  'ReadableStreamGenericReader.cancel': 'ReadableStreamDefaultReader.cancel',
  'Uint8ArrayConstructor.from': 'TypedArray.from',
  'AbortSignal.addEventListener': 'EventTarget.addEventListener',
  'AbortSignal.removeEventListener': 'EventTarget.removeEventListener',
};

/** What the client uses of the platform: `Map.get`, `fetch`. What it asks for by `?.()` may be missing. */
function usedByClient(): string[] {
  const file = join(projectFolder, 'src/client/tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    join(file, '..'),
    {},
    file,
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const used = new Set<string>();
  const see = (name: string, symbol: ts.Symbol | undefined) => {
    for (const declared of symbol?.declarations ?? []) {
      if (!program.isSourceFileDefaultLibrary(declared.getSourceFile())) continue;
      const { parent } = declared;
      if (ts.isInterfaceDeclaration(parent)) used.add(`${parent.name.text}.${name}`);
      else if (!ts.isTypeLiteralNode(parent)) used.add(name);
      else if (ts.isVariableDeclaration(parent.parent)) {
        used.add(`${parent.parent.name.getText()}.${name}`);
      }
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBindingElement(node)) {
      const name = (node.propertyName ?? node.name).getText();
      see(name, checker.getTypeAtLocation(node.parent).getProperty(name));
    } else if (ts.isIdentifier(node)) {
      see(node.text, checker.getSymbolAtLocation(node));
    }
    const isAskedFor = ts.isCallExpression(node) && node.questionDotToken;
    ts.forEachChild(node, (child) => {
      if (isAskedFor && ts.isPropertyAccessExpression(child)) visit(child.expression);
      else visit(child);
    });
  };
  for (const source of program.getSourceFiles()) if (!source.isDeclarationFile) visit(source);
  return [...used].filter((name) => !/Result\.(?:done|value)$/.test(name));
}

interface Status {
  /** Since which version of each browser. */
  readonly support: Readonly<Record<string, string>>;
}
/** By the place of a function in the data. */
const since = new Map<string, Status>(
  Object.values(features).flatMap((feature) =>
    'status' in feature ? Object.entries<Status>(feature.status.by_compat_key ?? {}) : [],
  ),
);

function supportOf(used: string) {
  const name = (OTHERWISE[used] ?? used).replace(/^Readonly(?=[AMS])|Constructor(?=\.)/g, '');
  const places = [`api.${name}`, `api.${name}_static`, `javascript.builtins.${name}`];
  return places.map((place) => since.get(place)?.support).find((support) => support);
}

it('has the oldest browsers on its page that can run it', () => {
  const used = usedByClient();
  expect(used).toEqual(expect.arrayContaining(['fetch', 'Map.get', 'ObjectConstructor.entries']));
  expect(used.filter((name) => !supportOf(name))).toEqual([]);
  const oldest = Object.keys(floor()).map((browser) => {
    const versions = used.map((name) => supportOf(name)![browser] ?? 'none');
    return [browser, String(Math.max(...versions.map((text) => Number(text.replace('≤', '')))))];
  });
  expect(Object.fromEntries(oldest)).toEqual(floor());
});
