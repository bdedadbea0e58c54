// Processes of a session: found in its log, added by id, their exits, and an operator's memory limit.
import { expect, test } from "vitest";
import { processSampleOperations } from "@/lib/bff/operations/processes";
import type { ProcessSamples } from "@/lib/bff/process-samples";
import { operations } from "@/lib/contract/operations/operations";
import type { ProcessStatus } from "@/lib/contract/processes";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { openSession } from "@/tests/support/component/session-page";

const chromium = "0c6a3e55-7f3a-4c1e-9d0b-2a1f5e8b7c01";
const spawned = "7b1d9c22-1a2b-4c3d-8e4f-5a6b7c8d9e02";
const unknown = "00000000-0000-4000-8000-000000000000";

const running = (given: Partial<ProcessStatus> = {}): ProcessStatus => ({
  state: "running",
  exit_code: null,
  cpu_pct: 12.5,
  mem_bytes: 180_000_000,
  ...given,
});
const nothing: ProcessSamples = { began_at_ms: null, count: 0, step_ms: null, samples: [] };

/** The processes of a session whose log names Chromium; `states` and `recorded` respond by process id. */
async function open(query: Readonly<Record<string, string>> = {}) {
  const states = new Map<string, ProcessStatus>([[chromium, running()]]);
  const recorded = new Map<string, ProcessSamples>();
  const screen = await openSession({
    query: { tab: "processes", ...query },
    prepare: (bff, live) => {
      live.write("session-one", "chromium", [
        `2026-02-01T10:00:00.000Z [supervisor] chromium started, process ${chromium}, pid 12`,
      ]);
      bff
        .on(operations.retrieveProcessStatus, ({ params }) => {
          const state = states.get(params.process_id ?? "");
          return state === undefined
            ? problem(404, "not_found", "There is no such process.")
            : Response.json(state);
        })
        .one(processSampleOperations.readProcessSamples, ({ params, query: search }) => {
          const all = recorded.get(params.process_id ?? "") ?? nothing;
          // Without a range only recent samples are returned.
          return search.has("since_ms") || all.step_ms === null
            ? all
            : { ...all, step_ms: null, samples: [] };
        });
    },
  });
  const row = (text: string) =>
    screen.getByRole("list", { name: "Processes" }).getByRole("listitem").filter({ hasText: text });
  return {
    ...screen,
    states,
    recorded,
    row,
    spawnedRow: row(spawned.slice(0, 6)),
    dialog: screen.getByRole("alertdialog"),
    details: (text: string) =>
      row(text)
        .getByRole("button", { name: /details$/ })
        .click(),
    charts: (text: string) => row(text).element().querySelectorAll("svg.recharts-surface").length,
    async add(id: string) {
      await screen.getByRole("textbox", { name: "Process id" }).fill(id);
      await screen.getByRole("button", { name: "Add", exact: true }).click();
    },
  };
}

test("Chromium is found in its log, sampled, and compared with a limit that persists", async () => {
  const tab = await open();
  const row = tab.row("chromium");
  await expect.element(row).toMatchTextContent("running");
  await expect.element(row).toMatchTextContent("Memory180 MB");
  await expect.element(row).toMatchTextContent("CPU13 %");
  await tab.details("chromium");
  await expect.element(row.getByRole("figure").filter({ hasText: "Memory of chromium" })).toBeVisible();
  await expect.poll(() => tab.charts("chromium")).toBe(2);
  const limit = row.getByLabelText(/^Memory limit of chromium/);
  const set = row.getByRole("button", { name: "Set limit" });
  await limit.fill("1");
  await set.click();
  await expect.element(row.getByText("over the limit")).toBeVisible();
  await limit.fill("2000000");
  await set.click();
  await expect.element(row).toMatchTextContent(/Limit 2.00 TB: forecast in /);
  expect(await axeViolationsIn(tab.container)).toEqual([]);

  await tab.reload();
  await expect.element(row).toMatchTextContent("2.00 TB");
  await tab.details("chromium");
  await limit.fill("");
  await set.click();
  await expect.element(row).not.toMatchTextContent("Limit");
});

test("samples outlive the session, also in a page opened later", async () => {
  const tab = await open();
  const row = tab.row("chromium");
  await expect.element(row).toMatchTextContent("running");
  const toMs = Date.now();
  const samples = [3, 2, 1, 0].map((ago) => ({
    at_ms: toMs - ago * 2_000,
    cpu_pct: 10,
    cpu_max: null,
    mem_bytes: 170_000_000,
  }));
  tab.recorded.set(chromium, { began_at_ms: toMs - 6_000, count: 4, step_ms: null, samples });
  tab.states.clear();
  tab.end();
  await expect.element(row).toMatchTextContent("Last known at");
  await tab.reload();
  await expect.element(row).toMatchTextContent("gone");
  await expect.element(row).toMatchTextContent("no longer reports its processes");
  await tab.details("chromium");
  await expect.element(row.getByText(/^Recorded since/)).toMatchTextContent("4 samples");
  await expect.element(row.getByText(/^Recorded since/)).toMatchTextContent("while this tab was open");
  await expect.poll(() => tab.charts("chromium")).toBe(2);
});

test("a process added by id stays in the address; its exit is dated between two polls", async () => {
  const tab = await open();
  await tab.add("no id");
  await expect.element(tab.getByText("Enter a UUID (36 characters).")).toBeVisible();
  tab.states.set(spawned, running());
  await tab.add(spawned);
  await expect.element(tab.spawnedRow).toMatchTextContent("running");
  tab.states.set(spawned, { state: "exited", exit_code: 3 });
  await expect.element(tab.spawnedRow).toMatchTextContent("exited 3");
  const between = /Ended between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d\./;
  await expect.element(tab.spawnedRow).toMatchTextContent(between);
  // The last sample of it running is recorded.
  const at_ms = Date.now() - 5_000;
  const sample = { at_ms, cpu_pct: 1, cpu_max: null, mem_bytes: 1_000 };
  tab.recorded.set(spawned, { began_at_ms: at_ms, count: 1, step_ms: null, samples: [sample] });
  await tab.reload();
  await expect.element(tab.spawnedRow).toMatchTextContent("exited 3");
  await expect.element(tab.spawnedRow).toMatchTextContent(between);
  await tab.spawnedRow.getByRole("button", { name: /from this list$/ }).click();
  await expect.element(tab.spawnedRow).not.toBeInTheDocument();
  expect(tab.address()).not.toContain(spawned);

  await tab.add(unknown);
  await expect.element(tab.getByText(/^The API does not know this process/)).toBeVisible();
});

test("a command that is left running stays among the processes, with the name of its program", async () => {
  sessionStorage.clear();
  const tab = await open();
  tab.states.set(spawned, running());
  tab.bff
    .one(operations.spawnProcess, { process_id: spawned })
    .on(processSampleOperations.followProcessOutput, () => new Response(new ReadableStream()));
  await tab.getByRole("button", { name: "Run command…" }).click();
  const dialog = tab.getByRole("dialog", { name: "Run command" });
  await dialog.getByLabelText("Command").fill("  sleep 900 && date");
  await dialog.getByRole("button", { name: "Run command" }).click();
  await dialog.getByRole("button", { name: "Close and keep running" }).click();
  await expect.element(tab.row("sleep")).toMatchTextContent("running");
});

test("a process is killed after a confirmation; an error stays in the dialog", async () => {
  const tab = await open({ processes: spawned });
  tab.states.set(spawned, running());
  tab.bff.on(operations.killProcess, ({ params }) => {
    if (params.process_id === chromium)
      return problem(403, "forbidden", "This process belongs to the instance.");
    tab.states.set(spawned, { state: "exited", exit_code: -1 });
    return Response.json({ ok: true });
  });
  await expect.element(tab.spawnedRow).toMatchTextContent("running");
  const kill = async (text: string) => {
    await tab.details(text);
    await tab.row(text).getByRole("button", { name: "Send signal…" }).click();
    await expect.element(tab.dialog).toMatchTextContent("may lose unsaved work");
    await tab.dialog.getByRole("button", { name: "Send TERM" }).click();
  };
  await kill(spawned.slice(0, 6));
  await expect.element(tab.dialog).not.toBeInTheDocument();
  await expect.element(tab.spawnedRow).toMatchTextContent("killed by a signal");
  await kill("chromium");
  await expect.element(tab.dialog.getByRole("alert")).toMatchTextContent("belongs to the instance");
  await tab.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(tab.row("chromium")).toMatchTextContent("running");
  expect(tab.bff.calls(operations.killProcess).map(({ body }) => body)).toEqual([
    { signal: "TERM" },
    { signal: "TERM" },
  ]);
});

test("an old history is drawn by labelled steps", async () => {
  const tab = await open({ processes: spawned });
  tab.states.set(spawned, running());
  const firstMs = Date.now() - 3 * 86_400_000;
  const samples = Array.from({ length: 24 }, (_, at) => ({
    at_ms: firstMs + (at + 1) * 300_000,
    cpu_pct: 20 + at,
    cpu_max: 60 + at,
    mem_bytes: (100 + at) * 1_000_000,
  }));
  tab.recorded.set(spawned, { began_at_ms: firstMs, count: 3_600, step_ms: 300_000, samples });
  await tab.reload();
  const row = tab.spawnedRow;
  await expect.element(row).toMatchTextContent("running");
  await tab.details(spawned.slice(0, 6));
  const all = row.getByRole("button", { name: "All samples" });
  await expect.element(all).toHaveAttribute("aria-pressed", "false");
  await all.click();
  await expect
    .element(row.getByText(/3,600 samples recorded since .* In steps of \d+ min: mean/))
    .toBeVisible();
  await expect.element(row.getByRole("figure").filter({ hasText: "Mean CPU, of one core" })).toBeVisible();
  await expect.poll(() => tab.charts(spawned.slice(0, 6))).toBe(2);
  expect(await axeViolationsIn(row.element())).toEqual([]);
  await all.click();
  await expect.element(row.getByText(/^Recorded since/)).toBeVisible();
});
