// What the shell requests beside the page it stands around.
import { usePathname } from "next/navigation";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { OverviewView } from "@/components/overview/overview-view";
import { attentionOperations } from "@/lib/bff/operations/attention";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { ShellFigures } from "./shell-figures.tsx";

const bffWithOpen = (running: number) =>
  emptyBff()
    .one(attentionOperations.readAttention, {
      ...{ computed_at_ms: Date.now(), from_ms: 0, entries: [], checks: [] },
      open: { running, queued: 0, oldest_queued_ms: null, read_at_ms: Date.now(), complete: true },
    })
    .one(invocationHistoryOperations.readInvocationSeries, {
      ...{ since_ms: 0, until_ms: Date.now(), bucket_ms: 21_600_000, groups: [] },
      ...{ groups_left_out: 0, complete: true, began_at_ms: 1, complete_from_ms: 1 },
      ...{ gaps: [], last_good_at_ms: Date.now() },
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
