// What the shell requests beside the page it stands around.
import { usePathname } from "next/navigation";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { NavList } from "@/components/layout/nav-list";
import { OverviewView } from "@/components/overview/overview-view";
import { attentionOperations } from "@/lib/bff/operations/attention";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { type ShellFigures as Figures, ShellFigures } from "./shell-figures.tsx";

const bffWithOpen = (running: number) =>
  emptyBff()
    .one(attentionOperations.readAttention, {
      computed_at_ms: Date.now(),
      from_ms: 0,
      entries: [],
      checks: [],
      open: { running, queued: 0, oldest_queued_ms: null, read_at_ms: Date.now(), complete: true },
    })
    .one(invocationHistoryOperations.readInvocationSeries, {
      since_ms: 0,
      until_ms: Date.now(),
      bucket_ms: 21_600_000,
      groups: [],
      groups_left_out: 0,
      complete: true,
      began_at_ms: 1,
      complete_from_ms: 1,
      gaps: [],
      last_good_at_ms: Date.now(),
    });

function Place() {
  return <p>at {usePathname()}</p>;
}

test("on the overview the counts are those of the page, which alone asks what needs attention", async () => {
  const bff = bffWithOpen(3);
  const counted: unknown[] = [];
  const count = ({ counts }: { counts: unknown }) => void counted.push(counts);
  await renderView(
    <>
      <OverviewView />
      <ShellFigures onChange={count} />
    </>,
    { at: "/", bff },
  );
  await expect.element(page.getByRole("region", { name: "Figures" })).toMatchTextContent(/Running\s*3/);
  await expect.poll(() => JSON.stringify(counted.at(-1))).toContain("3 running");
  const requests = () => bff.calls(attentionOperations.readAttention);
  expect(requests().filter(({ query }) => query.has("viewed"))).toEqual([]);
});

test("elsewhere they are requested without reporting that somebody looks, and stay while a page is changed", async () => {
  const bff = bffWithOpen(3);
  const counted: unknown[] = [];
  const count = ({ counts }: { counts: unknown }) => void counted.push(counts);
  await renderView(
    <>
      <ShellFigures onChange={count} />
      <Place />
    </>,
    { at: "/pools", bff },
  );
  await expect.poll(() => JSON.stringify(counted.at(-1))).toContain("3 running");
  expect(bff.calls(attentionOperations.readAttention).map(({ query }) => query.get("viewed"))).toContain(
    "no",
  );
  const before = counted.length;
  bff.hang(attentionOperations.readAttention);
  window.history.pushState(null, "", "/");
  await expect.element(page.getByText("at /", { exact: true })).toBeVisible();
  expect(counted.slice(before).every((counts) => JSON.stringify(counts).includes("3 running"))).toBe(true);
});

function Pages() {
  const [figures, setFigures] = useState<Figures>();
  return (
    <>
      <ShellFigures onChange={setFigures} />
      <NavList counts={figures?.counts ?? {}} />
    </>
  );
}

test("what could not be refreshed is marked as stale until it is read again", async () => {
  const browser = { session_id: "s1", created_at: "2026-01-01T00:00:00Z", cdp_ws_url: "", headless: true };
  const stale = { stale: "upstream_unreachable" };
  const sessions = [{ ...browser, stealth: false, timeout_seconds: 60, webdriver_ws_url: "" }];
  const bff = bffWithOpen(3).list(operations.listBrowsers, sessions, stale);
  await renderView(<Pages />, { at: "/pools", bff });
  const linkOf = (name: string | RegExp) => page.getByRole("link", { name });
  await expect.element(linkOf("Browsers 1 stale")).toBeVisible();
  await expect
    .element(linkOf("Browsers 1 stale"))
    .toHaveAttribute("title", "Browsers: 1 could not be refreshed");
  await expect.element(linkOf("Invocations 3 running stale")).toBeVisible();
  await expect.element(linkOf("Proxies 0")).toHaveAttribute("title", "Proxies");
  expect(await axeViolationsIn(page.getByRole("navigation").element())).toEqual([]);
  bff.list(operations.listBrowsers, sessions);
  await expect.element(linkOf("Browsers 1")).toHaveAttribute("title", "Browsers");
  await expect.element(linkOf("Invocations 3 running")).toHaveAttribute("title", "Invocations");
});

test.each([
  [501, "unsupported_operation"],
  [403, "upstream_forbidden"],
])(
  "a list of browsers that the API answers with %i says nothing about other counts",
  async (status, code) => {
    const bff = bffWithOpen(3).fail(operations.listBrowsers, status, code, "No list of browsers.");
    await renderView(<Pages />, { at: "/pools", bff });
    const running = page.getByRole("link", { name: /^Invocations 3 running/ });
    await expect.element(running).toBeVisible();
    await expect.poll(() => bff.calls(operations.listBrowsers).length).toBeGreaterThan(2);
    await expect.element(running).toHaveAttribute("title", "Invocations");
  },
);
