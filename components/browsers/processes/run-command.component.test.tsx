// A command is run in a session, and its output is shown as it comes.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { processSampleOperations } from "@/lib/bff/operations/processes";
import { sessionOperations } from "@/lib/bff/operations/session";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { type Call, emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { RunCommandButton } from "./run-command-button.tsx";
import { RunCommandDialog } from "./run-command-dialog.tsx";

const processId = "0b0e1c3e-0000-4000-8000-000000000001";
const dialog = () => page.getByRole("dialog", { name: "Run command" });

/** An output stream that a test writes. */
function scriptedOutput() {
  const { promise, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const stream = new ReadableStream<Uint8Array>({ start: resolve });
  const encoder = new TextEncoder();
  return {
    response: ({ signal }: Call) => {
      // As of a fetch that is aborted.
      signal.addEventListener("abort", async () => (await promise).error(signal.reason));
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    },
    write: async (event: object) =>
      (await promise).enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
    close: async () => (await promise).close(),
  };
}

/** Runs a command whose output the test writes. */
async function runUptime() {
  const output = scriptedOutput();
  const bff = emptyBff()
    .one(operations.spawnProcess, { process_id: processId })
    .on(processSampleOperations.followProcessOutput, output.response);
  await renderView(<RunCommandDialog id="session-one" onClose={vi.fn()} />, { bff });
  await dialog().getByLabelText("Command").fill("uptime");
  await dialog().getByRole("button", { name: "Run command" }).click();
  return { output, bff };
}

const outputPlaces = [1, 2, 3].map((place) => `fleetdeck.output.${place}`);

/** Outputs that are open in other tabs: all places. */
const openOutputs = () =>
  Promise.all(
    outputPlaces.map(
      (place) =>
        new Promise<{ close: () => void }>((opened) => {
          void navigator.locks.request(
            place,
            () => new Promise<void>((resolve) => opened({ close: resolve })),
          );
        }),
    ),
  );

/** The places that are taken. */
async function heldPlaces() {
  const { held = [] } = await navigator.locks.query();
  return held.map(({ name = "" }) => name).filter((name) => outputPlaces.includes(name));
}

test("the output of a command is shown while it runs, it can be stopped, and its exit code ends it", async () => {
  sessionStorage.clear();
  const output = scriptedOutput();
  const bff = emptyBff()
    .one(operations.spawnProcess, { process_id: processId, pid: 7 })
    .on(processSampleOperations.followProcessOutput, output.response)
    .one(operations.killProcess, { ok: true });
  const onClose = vi.fn();
  await renderView(<RunCommandDialog id="session-one" onClose={onClose} />, { bff });
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.element(dialog().getByText("Enter a command.")).toBeVisible();
  await dialog().getByLabelText("Command").fill("ls -l | wc");
  await dialog().getByRole("button", { name: "More settings" }).click();
  await dialog()
    .getByLabelText(/^Folder/)
    .fill("tmp");
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.element(dialog().getByText("Enter an absolute path, such as /tmp.")).toBeVisible();
  await dialog()
    .getByLabelText(/^Folder/)
    .fill("/tmp");
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.element(dialog().getByText("Running…")).toBeVisible();
  expect(bff.calls(operations.spawnProcess).map(({ body }) => body)).toEqual([
    { command: "ls -l | wc", cwd: "/tmp" },
  ]);
  const shown = dialog().getByRole("region", { name: "Output" });
  await output.write({ stream: "stdout", text: "12 files\n" });
  await expect.element(shown).toMatchTextContent("12 files");
  await output.write({ stream: "stderr", text: "<b>no such folder</b>\n" });
  await expect.element(shown).toMatchTextContent("<b>no such folder</b>");
  await dialog().getByRole("button", { name: "Stop" }).click();
  await expect
    .poll(() => bff.calls(operations.killProcess).map(({ body }) => body))
    .toEqual([{ signal: "TERM" }]);
  await output.write({ exit_code: 3 });
  await output.close();
  const failed = dialog().getByText("Failed with exit code 3.");
  await expect.element(failed).toBeVisible();
  await expect.element(failed).toHaveClass("text-bad");
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await expect
    .element(dialog().getByRole("button", { name: "Stop" }))
    .toHaveAttribute("aria-disabled", "true");
  await dialog().getByRole("button", { name: "Close" }).first().click();
  expect(onClose).toHaveBeenCalled();
});

test("the colours of the output are drawn, line by line", async () => {
  sessionStorage.clear();
  const output = scriptedOutput();
  const bff = emptyBff()
    .one(operations.spawnProcess, { process_id: processId, pid: 7 })
    .on(processSampleOperations.followProcessOutput, output.response);
  await renderView(<RunCommandDialog id="session-one" onClose={vi.fn()} />, { bff });
  await dialog().getByLabelText("Command").fill("npm test");
  await dialog().getByRole("button", { name: "Run command" }).click();
  await output.write({ stream: "stdout", text: "\u001b[31m2 failed\r\n3 passed\n" });
  const shown = dialog().getByRole("region", { name: "Output" });
  await expect.element(shown.getByText("2 failed", { exact: true })).toHaveClass("text-bad");
  expect(shown.element().textContent).toBe("2 failed\n3 passed\n");
  await output.close();
});

test("Control Enter runs a command, and Escape leaves it running, and says so", async () => {
  sessionStorage.clear();
  const bff = emptyBff()
    .one(operations.spawnProcess, { process_id: processId })
    .on(processSampleOperations.followProcessOutput, scriptedOutput().response)
    .on(sessionOperations.updatePreference, () => new Response(null, { status: 204 }));
  const onClose = vi.fn();
  await renderView(<RunCommandDialog id="session-one" onClose={onClose} />, { bff });
  await dialog().getByLabelText("Command").fill("sleep 9");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog().getByText("Running…")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  await expect.element(page.getByText("The command keeps running")).toBeVisible();
  expect(bff.calls(operations.killProcess)).toEqual([]);
});

test("where other tabs have three outputs open, a fourth says so, and opens by itself when one is closed", async () => {
  const places = await openOutputs();
  const { output, bff } = await runUptime();
  await expect
    .element(dialog().getByRole("status").first())
    .toMatchTextContent(
      "Started. Three outputs are open in other tabs: its output and its end are shown when one of them is closed.",
    );
  expect(bff.calls(processSampleOperations.followProcessOutput)).toEqual([]);
  places[1]?.close();
  await output.write({ stream: "stdout", text: "up 3 days\n" });
  await expect.element(dialog().getByRole("region", { name: "Output" })).toMatchTextContent("up 3 days");
  await expect.element(dialog().getByText("Running…")).toBeVisible();
  expect(await heldPlaces()).toHaveLength(3);
  await output.write({ exit_code: 0 });
  await output.close();
  await expect.element(dialog().getByText("Ended with exit code 0.")).toBeVisible();
  await expect.poll(heldPlaces).toHaveLength(2);
  for (const place of places) place.close();
});

test("an output that is closed frees its place, and one that waits is not opened any more", async () => {
  const bff = emptyBff()
    .one(operations.spawnProcess, { process_id: processId })
    .on(processSampleOperations.followProcessOutput, scriptedOutput().response);
  const first = await renderView(<RunCommandDialog id="session-one" onClose={vi.fn()} />, { bff });
  await dialog().getByLabelText("Command").fill("sleep 9");
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.poll(heldPlaces).toHaveLength(1);
  await first.unmount();
  await expect.poll(heldPlaces).toEqual([]);
  const places = await openOutputs();
  const second = await renderView(<RunCommandDialog id="session-one" onClose={vi.fn()} />, { bff });
  await dialog().getByLabelText("Command").fill("sleep 9");
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.element(dialog().getByText(/^Started\. Three outputs/)).toBeVisible();
  await second.unmount();
  for (const place of places) place.close();
  await expect.poll(heldPlaces).toEqual([]);
  expect(bff.calls(processSampleOperations.followProcessOutput)).toHaveLength(1);
});

test("an output opens at once over HTTP/2, however many are open", async () => {
  const places = await openOutputs();
  vi.spyOn(PerformanceNavigationTiming.prototype, "nextHopProtocol", "get").mockReturnValue("h2");
  const { output } = await runUptime();
  await output.write({ stream: "stdout", text: "up 3 days\n" });
  await expect.element(dialog().getByRole("region", { name: "Output" })).toMatchTextContent("up 3 days");
  vi.restoreAllMocks();
  for (const place of places) place.close();
});

test("output that breaks off is reported, and a command that cannot be started keeps what was typed", async () => {
  sessionStorage.clear();
  const output = scriptedOutput();
  const bff = emptyBff()
    .on(operations.spawnProcess, () => problem(429, "upstream_busy", "The API accepts no more requests."))
    .on(processSampleOperations.followProcessOutput, output.response);
  await renderView(<RunCommandDialog id="session-one" onClose={() => {}} />, { bff });
  await dialog().getByLabelText("Command").fill("sleep 9");
  await dialog().getByRole("button", { name: "Run command" }).click();
  await expect.element(dialog().getByText("Not started")).toBeVisible();
  await expect.element(dialog().getByLabelText("Command")).toHaveValue("sleep 9");
  bff.one(operations.spawnProcess, { process_id: processId });
  await dialog().getByRole("button", { name: "Run command" }).click();
  await output.close();
  await expect
    .element(dialog().getByText("The output broke off. The command may still be running."))
    .toBeVisible();
});

test("a viewer learns which role may run commands", async () => {
  await renderView(<RunCommandButton id="session-one" ended={false} />, { bff: emptyBff(), role: "viewer" });
  const run = page.getByRole("button", { name: "Run command…" });
  await expect.element(run).toHaveAttribute("aria-disabled", "true");
  run.element().focus();
  await expect.element(page.getByRole("tooltip")).toMatchTextContent("This needs the operator role");
});
