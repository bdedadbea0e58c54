// The clipboard of one browser, which each Chromium without a window system has for itself. Pages may use it where their
// origin is secure and allowed to, so it is used by a hidden page of an address that exists in no network. That is in a
// context of its own: as the connection that allows it closes, Chromium takes back all permissions of the context.
import { z } from "zod";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";
import type { OpenDevTools } from "./devtools-channel.ts";
import { withPageApart } from "./hidden-page.ts";

const origin = "https://clipboard.invalid";
const paused = z.object({ requestId: z.string() });
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional(), description: z.string().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});

/** The text in the clipboard; empty when there is none. Rejects with an error of `devtools.ts`. */
export async function readClipboard(open: OpenDevTools): Promise<string> {
  return z.string().parse(await withClipboard(open, "navigator.clipboard.readText()"));
}

/** Replaces the content of the clipboard. Rejects with an error of `devtools.ts`. */
export async function writeClipboard(open: OpenDevTools, text: string): Promise<void> {
  await withClipboard(open, `navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

async function withClipboard(open: OpenDevTools, expression: string): Promise<unknown> {
  return await withPageApart(open, async (devtools, { sessionId, browserContextId }) => {
    await openSecurePage(devtools, sessionId);
    const permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
    await devtools.send("Browser.grantPermissions", { origin, permissions, browserContextId });
    // Only a page with the focus may use it.
    await devtools.send("Emulation.setFocusEmulationEnabled", { enabled: true }, { sessionId });
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await devtools.ask(evaluated, "Runtime.evaluate", params, {
      sessionId,
    });
    if (exceptionDetails)
      throw new DevToolsRefusal(`clipboard: ${result.description ?? exceptionDetails.text}`);
    return result.value;
  });
}

async function openSecurePage(devtools: DevTools, sessionId: string): Promise<void> {
  devtools.on("Fetch.requestPaused", (event) => {
    const answer = {
      requestId: paused.parse(event).requestId,
      responseCode: 200,
      responseHeaders: [{ name: "content-type", value: "text/html" }],
      body: "",
    };
    devtools.send("Fetch.fulfillRequest", answer, { sessionId }).catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*` }] }, { sessionId });
  await devtools.send("Page.navigate", { url: `${origin}/` }, { sessionId });
}
