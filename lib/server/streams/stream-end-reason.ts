// Why nothing more will come of the streams of a browser or an invocation.
import "server-only";
import { isOpen } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations/operations.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";

const browserHasEnded = "The browser has ended.";

/** For the viewer; undefined while the browser exists, and where the API does not say. */
export const browserOverReason = (id: string, signal?: AbortSignal): Promise<string | undefined> =>
  unlessMissing(browserHasEnded, async () => {
    const { value } = await call(
      operations.retrieveBrowser,
      { params: { id } },
      signal === undefined ? {} : { signal },
    );
    return value?.deleted_at ? browserHasEnded : undefined;
  });

/**
 * For the viewer; undefined otherwise. `missing`: its log is, and the invocation may be, too; else it may have ended. An
 * API without logs of invocations may be unable to retrieve one as well, with the same 404, but each has the list of its
 * browsers.
 */
export const invocationOverReason = (
  id: string,
  missing: boolean,
  signal: AbortSignal,
): Promise<string | undefined> =>
  unlessMissing("The API has no such invocation.", async () => {
    if (missing) {
      await call(operations.listInvocationBrowsers, { params: { id } }, { signal });
      return undefined;
    }
    const { value } = await call(operations.retrieveInvocation, { params: { id } }, { signal });
    return value === undefined || isOpen(value) ? undefined : "The invocation has ended.";
  });

/** What a look-up gives; `missing` where the API has the operation and nothing of that id. */
async function unlessMissing(
  missing: string,
  lookUp: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await lookUp();
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return error.status === 404 && !error.absent && !error.unexplained ? missing : undefined;
  }
}
