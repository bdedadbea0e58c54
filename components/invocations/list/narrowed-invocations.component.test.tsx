// Filters that the API lacks: applied to the rows that were read, or by the dashboard's recorder.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { InvocationHistory } from "@/lib/bff/invocation-history";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import type { Invocation } from "@/lib/contract/invocations";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { openInvocations } from "@/tests/support/component/invocation-table";
import { problem } from "@/tests/support/component/scripted-bff";

function sevenInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (const query of ["oak", "lamp"]) backend.add({ payload: JSON.stringify({ query }) });
  for (let at = 0; at < 3; at += 1) backend.add({ version: "v2", status: "failed" });
  for (let at = 0; at < 2; at += 1)
    backend.add({ app_name: "accounts", version: "v2", action_name: "login", status: "failed" });
  return backend;
}

test("accept several values, exclude values with Alt, and show of how many rows", async () => {
  const screen = await openInvocations(sevenInvocations(), "?live=off");
  const { ids, table } = screen;
  await expect.poll(ids).toHaveLength(7);
  await screen.getByRole("button", { name: /^Filter/ }).click();
  const panel = screen.getByRole("dialog", { name: "Add filter" });
  await panel.getByRole("combobox", { name: "Value" }).fill("failed");
  await panel.getByRole("button", { name: "Add value…" }).click();
  await expect.element(panel.getByText(/^Applies to the newest/)).toBeVisible();
  await expect.element(panel.getByRole("list", { name: "Values" })).toMatchTextContent("failed");
  expect(await axeViolationsIn(panel.element())).toEqual([]);
  await panel.getByRole("combobox", { name: "Value" }).fill("queued");
  await panel.getByRole("button", { name: "Add filter" }).click();
  const both = screen.getByRole("button", { name: "Remove filter Status failed or queued" });
  await expect.element(both).toBeVisible();
  await expect.poll(ids).toHaveLength(5);
  await expect.element(screen.getByText(/5 of 7 match/)).toBeVisible();
  expect(screen.search().get("status")).toBe("failed,queued");

  await userEvent.click(table.getByRole("button", { name: "accounts" }).first(), { modifiers: ["Alt"] });
  await expect
    .element(screen.getByRole("button", { name: "Remove filter Application not accounts" }))
    .toBeVisible();
  await expect.poll(ids).toHaveLength(3);
  await screen.reload();
  await expect.poll(ids).toHaveLength(3);
  // A single value is a filter of the API, and the others stay.
  await table.getByRole("button", { name: "failed" }).first().click();
  const one = screen.getByRole("button", { name: "Remove filter Status failed", exact: true });
  await expect.element(one).toBeVisible();
  await expect.element(screen.getByText(/3 of 5 match/)).toBeVisible();
  window.history.back();
  await expect.element(both).toBeVisible();
});

test("match text and durations", async () => {
  const screen = await openInvocations(sevenInvocations(), "?payload_has=OAK&live=off");
  await expect.poll(screen.ids).toHaveLength(1);
  await screen.getByRole("button", { name: "Remove filter Payload contains OAK" }).click();
  await expect.poll(screen.ids).toHaveLength(7);
  window.history.pushState(null, "", "/invocations?took_over=1h&live=off");
  await expect.element(screen.getByText("Nothing matches")).toBeVisible();
  await expect.element(screen.getByText(/Hidden by: Longer than 1h/)).toBeVisible();
});

test("are paged", async () => {
  const screen = await openInvocations(sevenInvocations(), "?took_under=1h&limit=3&live=off");
  const next = screen.getByRole("button", { name: "Next page" });
  await expect.element(screen.getByText("1–3, more")).toBeVisible();
  await next.click();
  await expect.element(screen.getByText("4–6, more")).toBeVisible();
  await next.click();
  await expect.element(screen.getByText("7–7 of 7")).toBeVisible();
  expect(screen.ids()).toHaveLength(1);
});

const pendingMessage = /Loading from the dashboard's history…/;
const recordedText = /History of the last/;

/** More invocations than a page reads, `slow` of them with a duration of one minute, all recorded. */
function recordedInvocations({ count, slow }: { count: number; slow: number }) {
  const backend = new InvocationBackend();
  for (let at = 0; at < count; at += 1) {
    const { id, started_at } = backend.add();
    const isSlow = at % Math.floor(count / slow) === 0 && at / Math.floor(count / slow) < slow;
    if (isSlow)
      backend.change(id, { finished_at: new Date(Date.parse(started_at ?? "") + 60_000).toISOString() });
  }
  const durationOf = ({ started_at, finished_at }: Invocation) =>
    Date.parse(finished_at ?? "") - Date.parse(started_at ?? "");
  const stored = [...backend.invocations.values()].toReversed();
  let first: () => Promise<Response | undefined> = async () => undefined;
  backend.bff.on(invocationHistoryOperations.searchInvocationHistory, async ({ query }) => {
    const instead = await first();
    if (instead !== undefined) return instead;
    const least = Number(query.get("min_duration_ms") ?? 0);
    const from = Number(query.get("cursor") ?? 0);
    const matching = stored.filter((invocation) => durationOf(invocation) >= least);
    const answer = matching.slice(from, from + 100).map((invocation) => ({
      id: invocation.id,
      app_name: invocation.app_name ?? "",
      action_name: invocation.action_name ?? "",
      version: invocation.version ?? "",
      status: invocation.status ?? "",
      started_at_ms: Date.parse(invocation.started_at ?? ""),
      finished_at_ms: Date.parse(invocation.finished_at ?? ""),
      duration_ms: durationOf(invocation),
      reason: null,
      reason_key: null,
      sessions: [],
      payload_head: "{}",
      output_head: null,
      open: false,
      checked_at_ms: Date.now(),
    }));
    const nowMs = Date.now();
    return Response.json({
      invocations: answer,
      next_cursor: from + 100 < matching.length ? String(from + 100) : null,
      searched_to_ms: null,
      complete: true,
      began_at_ms: nowMs - 7 * 86_400_000,
      complete_from_ms: nowMs - 7 * 86_400_000,
      gaps: [],
      last_good_at_ms: nowMs,
    } satisfies InvocationHistory);
  });
  const slowest = stored.filter((invocation) => durationOf(invocation) > 30_000).map(({ id }) => id);
  /** Overrides the recorder's next responses; undefined restores them. */
  const intercept = (next: typeof first) => {
    first = next;
  };
  return { backend, slowest, intercept };
}

test("a page the recorder has not answered is loading or failed, never empty", async () => {
  const { backend, slowest, intercept } = recordedInvocations({ count: 2_100, slow: 60 });
  expect(slowest).toHaveLength(60);
  const screen = await openInvocations(backend, "?took_over=30s&limit=20&live=off");
  await expect.element(screen.getByText(recordedText)).toBeVisible();
  await expect.poll(screen.ids).toEqual(slowest.slice(0, 20));
  const refused = Promise.withResolvers<void>();
  intercept(async () => {
    await refused.promise;
    return problem(404, "store_closed", "The record is closed.");
  });
  const next = screen.getByRole("button", { name: "Next page" });
  await next.click();
  await expect.element(screen.getByText(pendingMessage)).toBeVisible();
  const nothing = screen.getByText("This page is empty");
  expect(nothing.elements()).toEqual([]);
  refused.resolve();
  await expect.element(screen.getByText(/The dashboard's history could not be loaded/)).toBeVisible();
  expect(nothing.elements()).toEqual([]);
  const failure = screen.getByRole("alert").filter({ hasText: "The record is closed." });
  await expect.element(failure).toBeVisible();
  intercept(async () => undefined);
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect.poll(screen.ids).toEqual(slowest.slice(20, 40));
  await next.click();
  await expect.element(screen.getByText("41–60 of 60")).toBeVisible();
  await expect.element(next).toHaveAttribute("aria-disabled", "true");
});

test("all matching rows are selected and exported from the recorder, not from the newest only", async () => {
  const files = captureDownloads();
  const { backend, slowest } = recordedInvocations({ count: 2_100, slow: 60 });
  const screen = await openInvocations(backend, "?took_over=30s&limit=20&live=off");
  await expect.element(screen.getByText(recordedText)).toBeVisible();
  await screen
    .getByRole("checkbox", { name: /^Select all/ })
    .first()
    .click();
  await screen.getByRole("button", { name: /^Select all matches/ }).click();
  await expect.element(screen.getByText("All 60 matches are selected.")).toBeVisible();
  await expect.element(screen.bar).toMatchTextContent("60 invocations selected");
  expect(await axeViolationsIn(screen.bar.element())).toEqual([]);

  await screen
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await screen.getByRole("option", { name: /^JSON/ }).click();
  await expect.element(dialog.getByText(/^All fields as the history has them/)).toBeVisible();
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect.element(dialog.getByRole("status")).toMatchTextContent("saved as");
  await expect.element(dialog.getByText(/There may be more/)).not.toBeInTheDocument();
  const saved = JSON.parse((await files.texts())[0] ?? "");
  expect(saved).toMatchObject({ complete: true, count: 60 });
  expect(saved.items.map(({ id }: Invocation) => id)).toEqual(slowest);
});

test("rows beyond the limit of an action or a file are reported", async () => {
  const files = captureDownloads();
  const { backend, slowest } = recordedInvocations({ count: 2_300, slow: 2_300 });
  const screen = await openInvocations(backend, "?took_over=30s&limit=20&live=off");
  await expect.element(screen.getByText(recordedText)).toBeVisible();
  await screen
    .getByRole("checkbox", { name: /^Select all/ })
    .first()
    .click();
  await screen.getByRole("button", { name: /^Select all matches/ }).click();
  const most = "2,000 matches in the history are selected. There may be more.";
  await expect.element(screen.getByText(most)).toBeVisible();
  await expect.element(screen.bar).toMatchTextContent("Select up to 200 invocations. 2,000 are selected.");
  await expect
    .element(screen.bar.getByRole("button", { name: /^Run again/ }))
    .toHaveAttribute("aria-disabled", "true");
  await screen
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await screen.getByRole("option", { name: /^JSON/ }).click();
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect.element(dialog.getByRole("status")).toMatchTextContent("There may be more");
  const saved = JSON.parse((await files.texts())[0] ?? "");
  expect(saved).toMatchObject({ complete: false, count: 2_000 });
  expect(saved.items.map(({ id }: Invocation) => id)).toEqual(slowest.slice(0, 2_000));
});

test("a filter that the recorder lacks searches the newest only, and the page shows that", async () => {
  const { backend } = recordedInvocations({ count: 2_100, slow: 10 });
  const screen = await openInvocations(backend, "?deployment_id=d1&took_under=1h&limit=20&live=off");
  await expect
    .element(screen.getByText(/older ones not searched \(the history cannot apply every filter/))
    .toBeVisible();
});

test("text from the filter bar is sought in the record, with the other filters, and in the URL", async () => {
  const { backend } = recordedInvocations({ count: 2_100, slow: 10 });
  const screen = await openInvocations(backend, "?status=succeeded&limit=20&live=off");
  await expect.poll(screen.ids).toHaveLength(20);
  await screen.getByRole("searchbox", { name: "Find text" }).fill("oak");
  await expect
    .element(screen.getByText(/History of the last 7 d, first 1,000 characters of payload and output/))
    .toBeVisible();
  expect(Object.fromEntries(screen.search())).toEqual({
    status: "succeeded",
    limit: "20",
    live: "off",
    text: "oak",
  });
  const query = backend.bff.calls(invocationHistoryOperations.searchInvocationHistory).at(-1)?.query;
  expect([query?.get("text"), query?.get("status")]).toEqual(["oak", "succeeded"]);
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText(/^21–40/)).toBeVisible();
});

test("a search that the API ignores is applied here, page by page", async () => {
  const backend = new InvocationBackend();
  for (let at = 0; at < 30; at += 1)
    backend.add(at < 12 ? { app_name: "accounts", action_name: "login" } : {});
  backend.bff.list(invocationOperations.listInvocations, ({ query }) => {
    query.delete("query");
    return backend.matching(query);
  });
  const screen = await openInvocations(backend, "?query=login&limit=10&live=off");
  await expect.element(screen.getByText(/12 of 30 match/)).toBeVisible();
  await expect.poll(screen.ids).toHaveLength(10);
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(screen.ids).toHaveLength(2);
  expect(screen.ids().map((id) => backend.invocations.get(id)?.action_name)).toEqual(["login", "login"]);
});
