// A page of one browser that no window shows and that other clients see as a target of type "other", so that drivers do not
// take it for a page of theirs. It ends with its connection.
import { z } from "zod";
import { DevTools } from "./devtools.ts";
import type { OpenDevTools } from "./devtools-channel.ts";

const created = z.object({ targetId: z.string() });

/** Runs `act` with a blank hidden page of the default context, which closes afterwards. */
export async function withHiddenPage<Result>(
  open: OpenDevTools,
  act: (devtools: DevTools, sessionId: string) => Promise<Result>,
): Promise<Result> {
  const devtools = await DevTools.over(open);
  try {
    const params = { url: "about:blank", hidden: true };
    const { targetId } = await devtools.ask(created, "Target.createTarget", params);
    return await act(devtools, await devtools.attach(targetId));
  } finally {
    devtools.close();
  }
}
