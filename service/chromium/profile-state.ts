// Cookies and local storage, out of a running browser and into one. Pages of an origin are made up by
// intercepting every request, so reading or writing a profile never touches the network.
import { z } from "zod";
import type { DevTools } from "./devtools.ts";

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  /** Unix seconds; -1 for a session cookie. */
  expires: z.number(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: z.enum(["Strict", "Lax", "None"]),
  partitionKey: z.string().optional(),
});

/** The shape that automation libraries save and load as storage state. */
export const profileState = z.object({
  cookies: z.array(cookie),
  origins: z.array(
    z.object({
      origin: z.string(),
      localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
export type ProfileState = z.infer<typeof profileState>;

const pageTimeoutMs = 10_000;

const cookiesAnswer = z.object({
  cookies: z.array(
    z.object({
      ...cookie.shape,
      sameSite: cookie.shape.sameSite.optional(),
      session: z.boolean().optional(),
      partitionKey: z.object({ topLevelSite: z.string() }).optional(),
    }),
  ),
});
const createdTarget = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const paused = z.object({ requestId: z.string() });
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const storedItems = z.array(z.tuple([z.string(), z.string()]));

/** Reads the state: all cookies, and the local storage of the given origins. */
export async function readProfileState(
  devtools: DevTools,
  origins: readonly string[],
): Promise<ProfileState> {
  const { cookies } = await devtools.ask(cookiesAnswer, "Storage.getCookies");
  const stored = await onMadeUpPages(devtools, origins, async (origin, evaluate) => ({
    origin,
    localStorage: storedItems
      .parse(await evaluate("Object.entries(localStorage)"))
      .map(([name, value]) => ({ name, value })),
  }));
  return {
    cookies: cookies.map(({ session, sameSite, partitionKey, ...rest }) => ({
      ...rest,
      expires: session ? -1 : rest.expires,
      sameSite: sameSite ?? "Lax",
      ...(partitionKey ? { partitionKey: partitionKey.topLevelSite } : {}),
    })),
    origins: stored.filter((origin) => origin.localStorage.length > 0),
  };
}

/** Puts a state into a fresh browser. */
export async function writeProfileState(devtools: DevTools, state: ProfileState): Promise<void> {
  const cookies = state.cookies.map(({ expires, partitionKey, ...rest }) => ({
    ...rest,
    ...(expires > 0 ? { expires } : {}),
    ...(partitionKey ? { partitionKey: { topLevelSite: partitionKey, hasCrossSiteAncestor: false } } : {}),
  }));
  if (cookies.length > 0) await devtools.send("Storage.setCookies", { cookies });
  const items = new Map(state.origins.map((entry) => [entry.origin, entry.localStorage]));
  await onMadeUpPages(devtools, [...items.keys()], async (origin, evaluate) => {
    const list = JSON.stringify(items.get(origin) ?? []);
    await evaluate(`for (const { name, value } of ${list}) localStorage.setItem(name, value)`);
  });
}

// Names an icon of its own, or Chromium would ask the site for one, past the interception.
const blankPage = Buffer.from(`<link rel="icon" href="data:,">`).toString("base64");

type Evaluate = (expression: string) => Promise<unknown>;

/** Calls `act` on an empty page of each origin in turn, all in one hidden tab that is closed afterwards. */
async function onMadeUpPages<Result>(
  devtools: DevTools,
  origins: readonly string[],
  act: (origin: string, evaluate: Evaluate) => Promise<Result>,
): Promise<Result[]> {
  if (origins.length === 0) return [];
  const { targetId } = await devtools.ask(createdTarget, "Target.createTarget", {
    url: "about:blank",
    background: true,
  });
  const { sessionId } = await devtools.ask(attached, "Target.attachToTarget", { targetId, flatten: true });
  const inPage = { sessionId, timeoutMs: pageTimeoutMs };
  const answerBlank = devtools.on("Fetch.requestPaused", (params, from) => {
    if (from !== sessionId) return;
    const { requestId } = paused.parse(params);
    const blank = {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: "content-type", value: "text/html" }],
      body: blankPage,
    };
    devtools.send("Fetch.fulfillRequest", blank, { sessionId }).catch(() => undefined);
  });
  try {
    await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }, inPage);
    await devtools.send("Network.enable", {}, inPage);
    // A site's own service worker would answer before the interception does.
    await devtools.send("Network.setBypassServiceWorker", { bypass: true }, inPage);
    const results: Result[] = [];
    for (const origin of origins) {
      await devtools.send("Page.navigate", { url: `${origin}/` }, inPage);
      results.push(
        await act(origin, async (expression) => {
          const guarded = `if (location.origin !== ${JSON.stringify(origin)}) throw new Error("wrong page"); ${expression}`;
          const params = { expression: guarded, returnByValue: true };
          const { result, exceptionDetails } = await devtools.ask(
            evaluated,
            "Runtime.evaluate",
            params,
            inPage,
          );
          if (exceptionDetails) throw new Error(`the storage of ${origin} cannot be used`);
          return result.value;
        }),
      );
    }
    return results;
  } finally {
    answerBlank();
    await devtools.send("Target.closeTarget", { targetId }).catch(() => undefined);
  }
}
