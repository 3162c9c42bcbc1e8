// Loaded before the command: notes which of some functions are called, in the order of their first
// calls. A breakpoint with a condition that is false stops nothing, so the command runs as ever.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const { file, points } = JSON.parse(process.env.LOGPOINTS);
const called = new Set();
globalThis.noteCall = (call) => void called.add(call);

const session = new Session();
session.connect();
session.post('Debugger.enable');
for (const { call, ...place } of points) {
  const condition = `globalThis.noteCall(${JSON.stringify(call)}), false`;
  session.post('Debugger.setBreakpointByUrl', { ...place, condition });
}
process.on('exit', () => writeFileSync(file, JSON.stringify([...called])));
