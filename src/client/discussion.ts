// Turns a list of comments into trees, in which each comment has its answers.
import type { CommentListed } from './portal.js';

/** A comment with its answers, in the order of the list. */
export interface CommentTree extends Omit<CommentListed, 'children'> {
  children: CommentTree[];
}

/**
 * Makes trees of comments, and returns their roots: the comments whose parent is not earlier in the list. Not
 * recursive, so answers may be nested to any depth.
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
