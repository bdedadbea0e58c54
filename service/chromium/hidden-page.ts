// A page of one browser that no window shows and that other clients see as a target of type "other", so that drivers do not
// take it for a page of theirs. It ends with its connection.
import { z } from "zod";
import { DevTools } from "./devtools.ts";
import type { OpenDevTools } from "./devtools-channel.ts";

const created = z.object({ targetId: z.string() });
const context = z.object({ browserContextId: z.string() });

/** Runs `act` with a blank hidden page of the default context, which closes afterwards. */
export async function withHiddenPage<Result>(
  open: OpenDevTools,
  act: (devtools: DevTools, sessionId: string) => Promise<Result>,
): Promise<Result> {
  return await connected(open, async (devtools) => await act(devtools, await hiddenPage(devtools)));
}

/** The same in a context of its own, with its id: what `act` sets there is undone without touching what clients have set. */
export async function withPageApart<Result>(
  open: OpenDevTools,
  act: (devtools: DevTools, page: { sessionId: string; browserContextId: string }) => Promise<Result>,
): Promise<Result> {
  return await connected(open, async (devtools) => {
    const params = { disposeOnDetach: true };
    const { browserContextId } = await devtools.ask(context, "Target.createBrowserContext", params);
    const sessionId = await hiddenPage(devtools, { browserContextId });
    return await act(devtools, { sessionId, browserContextId });
  });
}

async function hiddenPage(devtools: DevTools, where: { browserContextId?: string } = {}): Promise<string> {
  const params = { url: "about:blank", hidden: true, ...where };
  const { targetId } = await devtools.ask(created, "Target.createTarget", params);
  return await devtools.attach(targetId);
}

async function connected<Result>(
  open: OpenDevTools,
  act: (devtools: DevTools) => Promise<Result>,
): Promise<Result> {
  const devtools = await DevTools.over(open);
  try {
    return await act(devtools);
  } finally {
    devtools.close();
  }
}
