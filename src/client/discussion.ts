// Turns a list of comments into trees of comments and answers.
import type { CommentListed } from './types.js';

/** A comment with its answers, in their order. */
export interface CommentTree extends Omit<CommentListed, 'children'> {
  children: CommentTree[];
}

/**
 * Makes trees of comments, which must be in the order of their discussion. Returns the comments that do not answer an
 * earlier one. It does not call itself, so a discussion may be nested to any depth.
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
