// Each page with a list of the API: old data stays, with its age, while there is nothing newer.
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { BrowsersView } from "@/components/browsers/list/browsers-view";
import { InvocationsView } from "@/components/invocations/list/invocations-view";
import { PoolsView } from "@/components/pools/list/pools-view";
import { ProfilesView } from "@/components/profiles/profiles-view";
import { ProxiesView } from "@/components/proxies/proxies-view";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { poolOperations } from "@/lib/contract/operations/pools";
import { profileOperations } from "@/lib/contract/operations/profiles";
import { proxyOperations } from "@/lib/contract/operations/proxies";
import { poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff, type ScriptedMeta } from "@/tests/support/component/scripted-bff";

const createdAt = "2026-01-02T03:04:05Z";
const pages: readonly [
  name: string,
  view: ReactNode,
  retained: string,
  list: (bff: ScriptedBff, scriptedMeta: ScriptedMeta) => ScriptedBff,
][] = [
  [
    "invocations",
    <InvocationsView key="invocations" />,
    "storefront",
    (bff, scriptedMeta) =>
      bff.list(
        invocationOperations.listInvocations,
        [
          {
            id: "invocation-1",
            app_name: "storefront",
            action_name: "search",
            version: "v1",
            status: "running",
          },
        ],
        scriptedMeta,
      ),
  ],
  [
    "browsers",
    <BrowsersView key="browsers" />,
    "session-1",
    (bff, scriptedMeta) =>
      bff.list(
        browserOperations.listBrowsers,
        [
          {
            session_id: "session-1",
            created_at: createdAt,
            headless: true,
            stealth: false,
            timeout_seconds: 60,
          },
        ],
        scriptedMeta,
      ),
  ],
  [
    "pools",
    <PoolsView key="pools" />,
    "checkout",
    (bff, scriptedMeta) =>
      bff.list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })], scriptedMeta),
  ],
  [
    "proxies",
    <ProxiesView key="proxies" />,
    "mobile-tokyo",
    (bff, scriptedMeta) =>
      bff.list(
        proxyOperations.listProxies,
        [{ id: "x1", name: "mobile-tokyo", type: "mobile", protocol: "http", status: "available" }],
        scriptedMeta,
      ),
  ],
  [
    "profiles",
    <ProfilesView key="profiles" />,
    "kept-profile",
    (bff, scriptedMeta) =>
      bff.list(
        profileOperations.listProfiles,
        [{ id: "f1", name: "kept-profile", created_at: createdAt }],
        scriptedMeta,
      ),
  ],
];
const staleNote = () => page.getByText(/\bstale\b/i);

for (const [name, view, expectedText, list] of pages)
  test(`${name} that cannot be refreshed because the API fails stay with their age, and are fresh after the next success`, async () => {
    const bff = list(emptyBff(), { observedAtMs: Date.now() - 300_000, stale: "upstream_unreachable" });
    await renderView(view, { at: `/${name}`, bff });
    await expect.element(page.getByText(expectedText).first()).toBeVisible();
    await expect.element(page.getByText(/stale · 5 min/)).toBeVisible();
    // Once on the page.
    expect(staleNote().elements()).toHaveLength(1);
    list(bff, {});
    await expect.poll(() => staleNote().elements().length).toBe(0);
    await expect.element(page.getByText(expectedText).first()).toBeVisible();
  });
