// The address at which a pull request is opened, for the forms that the address of a remote has.
import { expect, it } from 'vitest';
import { pullRequestAddress } from '../../src/snapshot/git/pull-request.js';

const COMPARED = 'you/portal/compare/main...edit-1';

it.each([
  ['https://github.com/you/portal.git', `https://github.com/${COMPARED}?expand=1`],
  ['git@github.com:you/portal.git', `https://github.com/${COMPARED}?expand=1`],
  ['ssh://git@github.com/you/portal', `https://github.com/${COMPARED}?expand=1`],
  ['https://anna:secret@codeberg.org/you/portal/', `https://codeberg.org/${COMPARED}`],
  ['ssh://git@gitea.example.org:2222/you/portal.git', `https://gitea.example.org/${COMPARED}`],
  ['http://forgejo.example.org:3000/you/portal', `http://forgejo.example.org:3000/${COMPARED}`],
  [
    'git@gitlab.com:group/below/portal.git',
    'https://gitlab.com/group/below/portal/-/merge_requests/new?merge_request[source_branch]=edit-1&merge_request[target_branch]=main',
  ],
  ['https://example.org/you/portal.git', undefined],
  ['/srv/github/portal.git', undefined],
  ['file:///srv/github.com/portal.git', undefined],
  ['../github.com', undefined],
  ['javascript://github.com/%0aalert(1)', undefined],
])('%s', (remote, address) => {
  expect(pullRequestAddress(remote, 'edit-1', 'main')).toBe(address);
});

it('escapes the names of branches', () => {
  const address = pullRequestAddress('git@github.com:you/portal', 'анна/a&b#c', 'main');
  expect(address).toMatch(/main\.\.\.%D0%B0%D0%BD%D0%BD%D0%B0\/a%26b%23c\?expand=1$/);
});
