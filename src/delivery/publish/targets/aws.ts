// AWS' own clients: loaded when they are needed, since they are packages that not everyone installs; and
// what they say when something fails, without what nobody else should read.
import { UsageError } from '../../../problems/problem.js';
import { visible } from '../../../problems/text/visible.js';

/** Loads a client. Throws a {@link UsageError} that says what to install. */
export async function loadAws<T>(name: string, for_: string, load: () => Promise<T>): Promise<T> {
  // Whoever runs an old version of Node on purpose need not hear of it at each publication.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(name)) throw error;
    throw new UsageError(`${for_} wants AWS' own client: npm install ${name}`);
  }
}

/** An error of AWS' clients, as far as its parts are known. */
interface AwsError {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as AwsError).$metadata?.httpStatusCode;

/** The name of a failure and its status; messages may quote keys and signatures, so they are left out. */
export function awsFailure(error: unknown): string {
  const { name = 'Error', code } = error as AwsError;
  const status = statusOf(error);
  const what = code !== undefined && code !== name ? `${name}, ${code}` : name;
  return visible(status === undefined ? what : `${what}, status ${status}`);
}
