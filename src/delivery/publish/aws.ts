// Loads AWS' clients when they are needed, because these packages are optional. Describes errors of the clients
// without secrets.
import { UsageError } from '../../problems/problem.js';
import { visible } from '../../problems/text/visible.js';

/** Loads a package of AWS. `for_`: what needs it, such as `s3://`. Throws a {@link UsageError} if it is missing. */
export async function loadAws<T>(name: string, for_: string, load: () => Promise<T>): Promise<T> {
  // The client would print a warning if the version of Node is old. This turns it off.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(name)) throw error;
    throw new UsageError(`${for_} wants AWS' own client: npm install ${name}`);
  }
}

interface AwsError {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as AwsError).$metadata?.httpStatusCode;

/** The name and the status of an error, and what the service says about it. */
export function awsFailure(error: unknown): string {
  const { name = 'Error', message = '', code } = error as AwsError;
  const status = statusOf(error);
  const what = code !== undefined && code !== name ? `${name}, ${code}` : name;
  const parts = status === undefined ? what : `${what}, status ${status}`;
  // If the answer was no XML of the service, the client has only words of its own.
  const isSaid = status !== undefined && !/^$|^UnknownError$|Deserialization/.test(message);
  return visible(isSaid && message !== name ? `${parts}: ${withoutSecrets(message)}` : parts);
}

const LONGEST = 300;

/** A service may repeat keys and signatures of the request, which must not be printed. */
function withoutSecrets(message: string): string {
  const own = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
  const known = own.reduce(
    (text, name) => text.replaceAll(process.env[name] || '\0', '…'),
    message,
  );
  return known.replace(/\b(?:AKIA|ASIA)\w+|[\w+/=]{40,}/g, '…').slice(0, LONGEST);
}
