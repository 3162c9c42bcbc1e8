// The comments of a discussion → what each of them answers.
import type { CommentListed } from './types.js';

/** A comment with its answers, in their order. */
export interface CommentTree extends Omit<CommentListed, 'children'> {
  children: CommentTree[];
}

/**
 * Comments in the order of their discussion → those that answer none of the ones before, with their answers. It takes no
 * more of the stack for a deep discussion.
 */
export function treeOf(comments: readonly CommentListed[]): CommentTree[] {
  const roots: CommentTree[] = [];
  const known = new Map<number | null, CommentTree>();
  for (const comment of comments) {
    const node: CommentTree = { ...comment, children: [] };
    (known.get(comment.parent)?.children ?? roots).push(node);
    known.set(comment.id, node);
  }
  return roots;
}
