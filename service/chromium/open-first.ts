// Opens the address that a session was given at its creation or acquisition, in its first page.
import type { DevTools } from "./devtools.ts";
import type { Pages } from "./pages.ts";

/** Resolves when the page has begun to load the address, or cannot. An address that cannot be opened is no error. */
export async function openFirst(
  { devtools, pages }: { devtools: DevTools; pages: Pages },
  url: string,
): Promise<void> {
  const [first] = pages.open;
  try {
    if (first === undefined) {
      await devtools.send("Target.createTarget", { url });
      return;
    }
    const sessionId = await devtools.attach(first.targetId);
    await devtools.send("Page.navigate", { url }, { sessionId }).finally(() => devtools.detach(sessionId));
  } catch {
    // Clients see on the page what became of it.
  }
}
