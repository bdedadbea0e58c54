// Reads cookies and local storage from a running browser and writes them into one. Local storage needs a page of each
// origin: all requests are intercepted and answered with an empty page, so nothing is sent to the network.
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

/** The storage state that automation libraries such as Playwright save and load. */
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
const paused = z.object({ requestId: z.string() });
const storedItems = z.array(z.tuple([z.string(), z.string()]));

/** Reads all cookies and the local storage of the given origins. */
export async function readProfileState(
  devtools: DevTools,
  origins: readonly string[],
): Promise<ProfileState> {
  const { cookies } = await devtools.ask(cookiesAnswer, "Storage.getCookies");
  const stored = await onEmptyPages(devtools, origins, async (origin, evaluate) => ({
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

/** Adds cookies and local storage to a browser. */
export async function writeProfileState(devtools: DevTools, state: ProfileState): Promise<void> {
  const cookies = state.cookies.map(({ expires, partitionKey, ...rest }) => ({
    ...rest,
    ...(expires > 0 ? { expires } : {}),
    ...(partitionKey ? { partitionKey: { topLevelSite: partitionKey, hasCrossSiteAncestor: false } } : {}),
  }));
  if (cookies.length > 0) await devtools.send("Storage.setCookies", { cookies });
  const items = new Map(state.origins.map((entry) => [entry.origin, entry.localStorage]));
  await onEmptyPages(devtools, [...items.keys()], async (origin, evaluate) => {
    const list = JSON.stringify(items.get(origin) ?? []);
    await evaluate(`for (const { name, value } of ${list}) localStorage.setItem(name, value)`);
  });
}

// With an icon of its own; otherwise Chromium requests the site's icon, which is not intercepted.
const blankPage = Buffer.from(`<link rel="icon" href="data:,">`).toString("base64");

type Evaluate = (expression: string) => Promise<unknown>;

/** Calls `act` on an empty page of each origin in turn, all in one background tab that is closed afterwards. */
async function onEmptyPages<Result>(
  devtools: DevTools,
  origins: readonly string[],
  act: (origin: string, evaluate: Evaluate) => Promise<Result>,
): Promise<Result[]> {
  if (origins.length === 0) return [];
  const { targetId } = await devtools.ask(createdTarget, "Target.createTarget", {
    url: "about:blank",
    background: true,
  });
  const sessionId = await devtools.attach(targetId);
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
    // A site's own service worker would answer before the interception.
    await devtools.send("Network.setBypassServiceWorker", { bypass: true }, inPage);
    const results: Result[] = [];
    for (const origin of origins) {
      await devtools.send("Page.navigate", { url: `${origin}/` }, inPage);
      results.push(
        await act(origin, async (expression) => {
          const guarded = `if (location.origin !== ${JSON.stringify(origin)}) throw new Error("wrong page"); ${expression}`;
          return await devtools.evaluate(guarded, inPage).catch((error: unknown) => {
            throw new Error(`the storage of ${origin} cannot be used`, { cause: error });
          });
        }),
      );
    }
    return results;
  } finally {
    answerBlank();
    await devtools.send("Target.closeTarget", { targetId }).catch(() => undefined);
  }
}
