import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Attention, attentionSubjects } from "@/lib/bff/attention";
import { attentionOperations } from "@/lib/bff/operations/attention";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { poolOperations } from "@/lib/contract/operations/pools";
import { poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { OverviewView } from "./overview-view.tsx";

const nowMs = Date.now();
const attentionOf = (items: Attention["items"] = []): Attention => ({
  computed_at_ms: Date.now(),
  from_ms: nowMs - 3_600_000,
  items,
  checks: attentionSubjects.map((subject) => ({
    ...{ subject, state: "checked" as const, examined: 3, at_ms: nowMs, why: null },
  })),
});
const silent: Attention["items"][number] = {
  ...{ id: "silent", kind: "silent", since_ms: nowMs - 60_000, severity: "critical", sure: "certain" },
  ...{ code: "upstream_unreachable", last_answer_at_ms: nowMs - 60_000 },
};

/** A fleet without problems. */
function fleet(): ScriptedBff {
  return emptyBff()
    .one(attentionOperations.readAttention, () => attentionOf())
    .one(invocationHistoryOperations.readInvocationSeries, ({ query }) => ({
      ...{ since_ms: Number(query.get("since_ms")), until_ms: nowMs, bucket_ms: 21_600_000, groups: [] },
      ...{ groups_left_out: 0, complete: true, began_at_ms: 1, complete_from_ms: 1 },
      ...{ gaps: [], last_good_at_ms: nowMs },
    }));
}
const draw = (bff: ScriptedBff, query = "", role: "admin" | "viewer" = "admin") =>
  renderView(<OverviewView />, { at: `/${query}`, bff, role });

test("a fleet without problems shows the checks that ran, and that there is no pool", async () => {
  await draw(fleet());
  await expect.element(page.getByText("Nothing needs attention.")).toBeVisible();
  await expect.element(page.getByText("This fleet has no pool.")).toBeVisible();
  await expect.element(page.getByText("Nothing was done yet.")).toBeVisible();
});

test("an empty result with failed checks is not shown as no problems", async () => {
  const blind = attentionOf();
  blind.checks = blind.checks.map((check) => ({
    ...check,
    state: "not_checked",
    why: "upstream_unreachable",
  }));
  await draw(fleet().one(attentionOperations.readAttention, blind));
  await expect.element(page.getByText(/^Nothing found so far/)).toBeVisible();
});

test("problems come first and link to their page", async () => {
  await draw(fleet().one(attentionOperations.readAttention, () => attentionOf([silent])));
  const item = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem").first();
  await expect.element(item).toMatchTextContent("The API does not answer");
  await expect.element(item).toMatchTextContent("upstream_unreachable");
  await expect.element(item.getByRole("link")).toBeVisible();
});

test("an unreadable figure is a dash, never a zero, and the page reports it once", async () => {
  const bff = fleet()
    .list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })])
    .fail(invocationOperations.listInvocations, 502, "upstream_unreachable", "The API does not answer.");
  await draw(bff);
  const figure = (name: string) =>
    page.getByRole("region", { name: "Figures" }).getByRole("link", { name: new RegExp(`^${name}`) });
  await expect.element(figure("Running")).toMatchTextContent("–");
  await expect.element(figure("Running")).toMatchTextContent("Could not be read");
  await expect.element(figure("Available")).toMatchTextContent("of 8");
  const alerts = page.getByRole("alert").filter({ hasText: /The API does not answer/ });
  await expect.element(alerts).toMatchTextContent("Part of this page could not be read");
  expect(alerts.elements()).toHaveLength(1);
});

test("a stale response shows its age", async () => {
  const bff = fleet().list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })], {
    observedAtMs: Date.now() - 90_000,
    stale: "upstream_unreachable",
  });
  await draw(bff);
  await expect.element(page.getByText(/\bstale\b|not newer because/i).first()).toBeVisible();
  await expect.element(page.getByText("checkout").first()).toBeVisible();
});

test("the range of the charts is in the address and survives a reload", async () => {
  const bff = fleet();
  const screen = await draw(bff);
  const range = page.getByRole("combobox", { name: "Range of the charts" });
  await range.click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect.poll(() => screen.address()).toBe("/?range=7d");
  const oldest = () =>
    Math.min(
      ...bff
        .calls(invocationHistoryOperations.readInvocationSeries)
        .map(({ query }) => Number(query.get("since_ms"))),
    );
  await expect.poll(() => Math.round((nowMs - oldest()) / 86_400_000)).toBe(7);
  await screen.reload();
  await expect.element(range).toMatchTextContent("Last 7 days");
});

test("a viewer sees why the operators' actions are not shown, and they are not requested", async () => {
  await draw(fleet(), "", "viewer");
  await expect
    .element(page.getByRole("region", { name: "Last operator actions" }))
    .toMatchTextContent("This needs the operator role; yours is viewer.");
});
