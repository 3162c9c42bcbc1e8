// The script that brings a snapshot into a bucket, for the website of S3 and for CloudFront alike.
import { cacheControl } from '../caching.js';
import type { Site } from '../host.js';
import { plainPrefix } from '../patterns.js';

/**
 * A script for `sh` with the AWS command line. S3 replaces one object at a time, so the order counts:
 * pages first, the lists' heads that lead to them last, and what is no longer there only then.
 */
export function uploadText(site: Site, host: string, steps: readonly string[]): string {
  // Filters begin below `api`; their star takes slashes, too.
  const [pages, cursors] = ["'*/page/*/index.json'", "'*/cursor/*/index.json'"];
  return `#!/bin/sh
# Written by portal-snapshot. Brings the snapshot into a bucket: BUCKET=name sh upload.sh
${steps.map((step) => `# ${step}\n`).join('')}set -eu
: "\${BUCKET:?the name of the bucket}"
from=${quoted(site.root)}
to="s3://$BUCKET${plainPrefix(site, host)}"

# upload <Cache-Control> <file or folder below the snapshot> <filters>
upload() {
  cache=$1
  path=$2
  shift 2
  # All of it, each time: times of files say nothing in a fresh clone.
  aws s3 cp "$from/$path" "$to/$path" "$@" \\
    --content-type application/json --cache-control "$cache" --only-show-errors
}

upload '${cacheControl.settled}' api --recursive --exclude '*' --include ${cursors}
upload '${cacheControl.head}' api --recursive --exclude '*' --include ${pages}
upload '${cacheControl.error}' 404.json
upload '${cacheControl.head}' api --recursive --exclude '*' --include '*index.json' \\
  --exclude ${pages} --exclude ${cursors}

# Sizes are the same by now, so this uploads nothing; it removes what the snapshot no longer has.
aws s3 sync "$from/api" "$to/api" --exclude '*' --include '*index.json' \\
  --size-only --delete --only-show-errors
`;
}

/** One word of the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
