// Draws a component or a whole view in the browser as a page of the dashboard would: with its providers, an address
// and a scripted server.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { expect, onTestFinished, vi } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PaletteActions } from "@/components/layout/palette-actions";
import { createQueryClient } from "@/components/layout/query-client";
import { OperatorPreferences } from "@/components/operators/operator-preferences";
import { useFirstPress } from "@/components/ui/first-press";
import { keptDrafts } from "@/components/ui/remove-drafts";
import { TimeZoneProvider } from "@/components/ui/time-zone";
import { Toaster } from "@/components/ui/toast";
import { WatchedInvocationsProvider } from "@/components/watched-invocations/watched-invocations-provider";
import { sessionOperations } from "@/lib/bff/operations/session";
import type { Preferences } from "@/lib/bff/preferences";
import type { Role } from "@/lib/bff/roles";
import { ScriptedBff } from "./scripted-bff.ts";
import { TestRouter } from "./test-router.tsx";

const operator = "ada";

export interface RenderOptions {
  /** The address of the page, with its query. */
  at?: string;
  /** The dynamic parts of the route. */
  params?: Readonly<Record<string, string>>;
  /** Scripted answers; without them reads are absent and changes fail the test. */
  bff?: ScriptedBff;
  role?: Role;
  preferences?: Preferences;
  /** What the browser has in its storage before the page is opened. */
  storage?: Readonly<Record<string, string>>;
}

/**
 * Renders `ui` and answers its requests from `bff`. At the end of the test it is unmounted by the runner; a change
 * that was not scripted, or an error in the console, fails the test.
 */
export async function renderView(ui: ReactNode, options: RenderOptions = {}) {
  const {
    at = "/",
    params = {},
    bff = new ScriptedBff(),
    role = "admin",
    preferences = {},
    storage = {},
  } = options;
  bff.one(sessionOperations.retrieveSession, {
    operator: { username: operator, role },
    environment: { name: "test", color: "gray" },
    ends_at_ms: Date.now() + 8 * 3_600_000,
    upstream: { state: "answering" },
  });
  bff.install();
  localStorage.clear();
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  window.history.replaceState(null, "", at);
  // Where the test before left the pointer, a tooltip could open over what this one clicks.
  await cdp().send("Input.dispatchMouseEvent", { type: "mouseMoved", x: 0, y: 0 });
  const consoleErrors: string[] = [];
  const write = console.error;
  const spy = vi.spyOn(console, "error").mockImplementation((...args) => {
    consoleErrors.push(args.map(String).join(" "));
    write(...args);
  });
  onTestFinished(() => {
    // Notices outlive the page that gave them.
    toast.dismiss();
    spy.mockRestore();
    vi.unstubAllGlobals();
    expect(bff.unexpected, "changes that were not scripted").toEqual([]);
    expect(consoleErrors, "the console").toEqual([]);
  });
  const page = (key: number) => (
    <Frame key={key} params={params} preferences={preferences}>
      {ui}
    </Frame>
  );
  keptDrafts.clear();
  const screen = await render(page(0));
  let loads = 0;
  return Object.assign(screen, {
    bff,
    address: () => window.location.pathname + window.location.search,
    /** Reloads the page: only address and storage remain. */
    async reload() {
      window.dispatchEvent(new PageTransitionEvent("pagehide"));
      // What a page stores while it is taken down, no page that is left would store.
      const stored = Object.entries(localStorage);
      await screen.rerender(null);
      keptDrafts.clear();
      localStorage.clear();
      for (const [key, value] of stored) localStorage.setItem(key, String(value));
      loads += 1;
      await screen.rerender(page(loads));
    },
  });
}

/** What every page has around it. */
function Frame({
  params,
  preferences,
  children,
}: {
  params: Readonly<Record<string, string>>;
  preferences: Preferences;
  children: ReactNode;
}) {
  useFirstPress();
  const [client] = useState(createQueryClient);
  return (
    <TestRouter params={params}>
      <QueryClientProvider client={client}>
        <TimeZoneProvider>
          <OperatorPreferences operator={operator} stored={preferences}>
            <WatchedInvocationsProvider operator={operator}>
              <PaletteActions>
                <main id="main" tabIndex={-1}>
                  {children}
                </main>
              </PaletteActions>
            </WatchedInvocationsProvider>
          </OperatorPreferences>
          <Toaster />
        </TimeZoneProvider>
      </QueryClientProvider>
    </TestRouter>
  );
}
