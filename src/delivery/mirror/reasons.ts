// Why a folder is not in step with its origin. Callers quote the texts that come from the origin.

export const reasons = {
  noAnswer: (url: string, why: string) => `no answer from ${url}: ${why}`,
  status: (url: string, status: number) => `${url} answers with status ${status}`,
  missing: (url: string) => `snapshot.json names ${url}, and nothing is there`,
  otherBytes: (url: string) =>
    `what is at ${url} does not have the digest that snapshot.json gives`,
  restless: (times: number) =>
    `the snapshot was replaced each of ${times} times while it was read; the next run goes on with what was fetched`,
  unsigned: () => 'snapshot.json is not signed',
  wrongSignature: () => 'none of the keys made the signature in snapshot.json',
  unreadable: (why: string) => `snapshot.json cannot be read: ${why}`,
  earlier: () =>
    'snapshot.json does not name all files: an earlier version of portal-snapshot made it',
  disagrees: (file: string) => `what snapshot.json says of ${file} does not go together`,
  strange: (name: string) =>
    `snapshot.json names ${name}, which is no file of this API, or is named twice; a newer version of portal-snapshot may know it`,
  tooMany: (most: number) => `snapshot.json names more than ${most} files`,
  tooLarge: (gigabytes: number) =>
    `more than ${gigabytes} GB would have to be fetched (--max-size)`,
} as const;
