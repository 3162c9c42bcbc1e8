// The text of a JSON value → a tree of its parts as they are written. JSON.parse would not do: it loses
// digits that a double cannot hold, and the order of keys that look like numbers.
import { walkJson } from '../../files/source/json.js';

/** A value: the source of a string, number, true, false or null; or a list or an object of values. */
export type Node = string | ListNode | ObjectNode;
export interface ListNode {
  readonly elements: readonly Node[];
}
export interface ObjectNode {
  readonly members: readonly ObjectMember[];
}

/** A member of an object. */
export interface ObjectMember {
  readonly name: string;
  /** The name as it is written, with its quotes. */
  readonly key: string;
  readonly value: Node;
}

/** Values as they are written, by the names of fields: what JSON.parse reads of them has lost something. */
export type Sources = ReadonlyMap<string, Node>;

export const isList = (node: Node): node is ListNode =>
  typeof node === 'object' && 'elements' in node;
export const isObjectNode = (node: Node): node is ObjectNode =>
  typeof node === 'object' && 'members' in node;

/** A list or an object that is being read. */
interface OpenNode {
  readonly add: (value: Node) => void;
  /** Name and key of the member whose value comes next; unused in a list. */
  name: string;
  key: string;
}

/** Reads a text; undefined when it is not JSON. */
export function readTree(text: string): Node | undefined {
  let top: Node | undefined;
  const open: OpenNode[] = []; // by depth
  const add = (depth: number, value: Node) => {
    if (depth === 0) top = value;
    else open[depth - 1]!.add(value);
  };
  const walked = walkJson(text, 0, {
    value(at, { depth }) {
      if (text[at] === '[') {
        const elements: Node[] = [];
        add(depth, { elements });
        open[depth] = { name: '', key: '', add: (value) => void elements.push(value) };
      } else if (text[at] === '{') {
        const members: ObjectMember[] = [];
        add(depth, { members });
        const self: OpenNode = {
          name: '',
          key: '',
          add: (value) => void members.push({ name: self.name, key: self.key, value }),
        };
        open[depth] = self;
      }
    },
    key(at, end, path) {
      const holder = open[path.depth - 1]!;
      holder.name = String(path.step(path.depth - 1));
      holder.key = text.slice(at, end);
    },
    scalar(at, end, { depth }) {
      add(depth, text.slice(at, end));
    },
  });
  return 'fault' in walked ? undefined : top;
}
