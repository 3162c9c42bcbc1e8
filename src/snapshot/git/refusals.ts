// Says in a sentence why git refused a commit, a push or a fetch, and what the user can do. Git's output has to be in
// English (git.ts).
import { sentence, type Text } from '../../problems/say.js';

/** The first pattern that git's output matches counts: after a wrong password, git also says that it cannot read. */
const REFUSALS: readonly (readonly [RegExp, Text])[] = [
  [
    /Permission denied|Authentication failed|could not read (?:Username|Password)|error: 403|not allowed to push|Repository not found|Host key verification failed/i,
    sentence(
      'The shared repository does not let you write: it does not know you, or you have no right to. Ask those who keep it, then try again.',
    ),
  ],
  [
    /pre-receive hook declined|protected branch|\[remote rejected\]/i,
    sentence(
      'The shared repository does not take this. What it says is below: put that right, or ask those who keep it, then try again.',
    ),
  ],
  [
    /\[rejected\]|non-fast-forward|fetch first/,
    sentence(
      'Somebody else has handed in under the same name. Nothing of theirs is overwritten: hand in under a name of its own.',
    ),
  ],
  [
    /Could not resolve host|unable to access|Connection (?:refused|reset|timed out|closed)|Network is unreachable|No route to host|Operation timed out/i,
    sentence(
      'The shared repository cannot be reached. Look whether you are online, then try again: what you have done is kept on this computer.',
    ),
  ],
  [
    /does not appear to be a git repository|Could not read from remote|No such remote|repository '.*' not found/i,
    sentence(
      'There is no shared repository at the address that is set here. Ask those who keep it for the right one.',
    ),
  ],
  [
    /\.lock'?: File exists|Another git process|cannot lock ref/i,
    sentence(
      'Another program uses git here at this moment. Try again. If it stays so, no such program runs any more: delete the file that is named below.',
    ),
  ],
  [
    /already exists/,
    sentence('There is a branch of this name already: choose another name under “More”.'),
  ],
  [
    /tell me who you are|empty ident|no (?:name|email) was given/i,
    sentence('Git does not know who you are: give your name and your address.'),
  ],
  [
    /would be overwritten|Please commit your changes/i,
    sentence(
      'Files that are not data have changed here, and would be overwritten. Ask a colleague who knows git.',
    ),
  ],
  [/No space left|disk quota/i, sentence('The disk is full: make room, then try again.')],
];

/** The sentence for what git printed; undefined if it is not known. */
export const refusalIn = (output: string): Text | undefined =>
  REFUSALS.find(([pattern]) => pattern.test(output))?.[1];
