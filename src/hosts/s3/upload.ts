// The script that uploads a snapshot to a bucket, for the website of S3 and for CloudFront alike.
import { cacheControl } from '../caching.js';
import type { Site } from '../host.js';
import { plainPrefix } from '../patterns.js';

/**
 * A script for `sh` with the AWS command line. S3 replaces one object at a time, so the order counts:
 * pages first, then the lists' first pages, which lead to them, and last what says that they belong
 * together; removed pages go after all. Objects whose
 * bytes are unchanged are left alone, with their times.
 */
export function uploadText(site: Site, host: string, steps: readonly string[]): string {
  const prefix = plainPrefix(site, host);
  // Filters are relative to `api`; their star matches slashes, too.
  const [pages, cursors] = ["'*/page/*/index.json'", "'*/cursor/*/index.json'"];
  return `#!/bin/sh
# Written by portal-snapshot. Brings the snapshot into a bucket: BUCKET=name sh upload.sh
# ALL=1 uploads all of it, not just what differs from what is there.
${steps.map((step) => `# ${step}\n`).join('')}set -eu
: "\${BUCKET:?the name of the bucket}"
from=${quoted(site.root)}
to="s3://$BUCKET${prefix}"
changed=$(mktemp -d)
trap 'rm -rf "$changed"' EXIT

# Links to what the bucket does not have. The ETag of an object that came in one part (up to 8 MB) is its
# MD5; times of files say nothing in a fresh clone.
cd "$from"
mkdir "$changed/api"
: > "$changed/there"
[ -n "\${ALL-}" ] || aws s3api list-objects-v2 --bucket "$BUCKET" --prefix '${`${prefix}/api/`.slice(1)}' \\
  --query 'Contents[].[ETag, Key]' --output text > "$changed/there"
md5=$(command -v md5sum || echo 'md5 -r')
find api -type f -name '*.json' -exec $md5 {} + > "$changed/here"
awk -v there="$changed/there" -v before='${`${prefix}/`.slice(1)}' '
  BEGIN { while ((getline < there) > 0) { gsub(/"/, "", $1); known[$2] = $1 } }
  known[before $2] != $1 { print $2 }' "$changed/here" > "$changed/differs"
while read -r file; do
  mkdir -p "$changed/\${file%/*}"
  ln -s "$PWD/$file" "$changed/$file"
done < "$changed/differs"

# upload <Cache-Control> <file or folder> <where to> <filters>
upload() {
  cache=$1
  shift
  aws s3 cp "$@" --content-type application/json --cache-control "$cache" --only-show-errors
}

upload '${cacheControl.settled}' "$changed/api" "$to/api" --recursive \\
  --exclude '*' --include ${cursors}
upload '${cacheControl.head}' "$changed/api" "$to/api" --recursive \\
  --exclude '*' --include ${pages}
upload '${cacheControl.error}' 404.json "$to/404.json"
upload '${cacheControl.head}' "$changed/api" "$to/api" --recursive \\
  --exclude ${pages} --exclude ${cursors} --exclude snapshot.json
upload '${cacheControl.head}' "$changed/api" "$to/api" --recursive \\
  --exclude '*' --include snapshot.json

# Sizes are the same by now, so this uploads nothing; it removes what the snapshot no longer has.
aws s3 sync api "$to/api" --exclude '*' --include '*.json' \\
  --size-only --delete --only-show-errors
`;
}

/** A text as one word of the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
