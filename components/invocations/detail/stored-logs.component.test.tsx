// The page of an invocation whose browser is gone: its logs come from what the dashboard has stored.
import { expect, onTestFinished, test } from "vitest";
import { LiveConnection } from "@/components/layout/live-connection";
import { bffHeaders } from "@/lib/bff/headers";
import { logTopic } from "@/lib/bff/live";
import { storedLogOperations } from "@/lib/bff/operations/stored-logs";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { chromiumTopic, ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { InvocationSheet } from "./invocation-sheet.tsx";
import { InvocationView } from "./invocation-view.tsx";

const sessionId = "s00000000000000000000001";
const gone = "There is no such session.";

/** A failed invocation whose browser the API has forgotten. */
async function open({
  query = "",
  role = "operator",
}: {
  query?: string;
  role?: "operator" | "viewer";
} = {}) {
  const backend = new InvocationBackend();
  const { id, started_at } = backend.add({ status: "failed", status_reason: "closed" });
  const startMs = Date.parse(started_at ?? "");
  const own = logTopic({ invocationId: id });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: startMs }]);
  backend.bff.on(browserOperations.retrieveBrowser, () => problem(404, "not_found", gone));
  const live = new ScriptedLiveStream(backend.bff);
  const stored = new ScriptedStoredLogs(backend.bff);
  live.setState(own, "unavailable", "This API has no log of this invocation.");
  live.become(sessionId, "chromium", "unavailable", gone);
  stored.add(chromiumTopic(sessionId), ["page opened", "[console:error] address missing"], {
    fromMs: startMs + 500,
  });
  const draw = async (view = <InvocationView id={id} />) => {
    const screen = await renderView(<LiveConnection>{view}</LiveConnection>, {
      at: `/invocations/${id}${query}`,
      params: { id },
      bff: backend.bff,
      role,
    });
    // The stream of this page is not the next page's.
    onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
    return screen;
  };
  return { backend, id, stored, own, startMs, draw };
}

test("where the API has no log of it, the stored logs of its browsers lead to the cause", async () => {
  const { backend, draw } = await open();
  const screen = await draw();
  await expect
    .element(screen.getByRole("list", { name: "Last log lines" }))
    .toMatchTextContent("address missing");
  const pane = screen.getByRole("region", { name: "Logs of its browsers" });
  await expect.element(pane.getByRole("status").filter({ hasText: /^Stored log · / })).toBeVisible();
  await expect.element(pane).toMatchTextContent("address missing");
  await expect.element(screen.getByRole("img", { name: /2 log lines/ })).toBeVisible();
  // The lead and the pane share what is read.
  expect(backend.bff.calls(storedLogOperations.readStoredLines)).toHaveLength(1);
});

test("in a sheet, too, the logs of its browsers lead to the cause", async () => {
  const { backend, id, draw } = await open();
  backend.change(id, { status_reason: "a step timed out" });
  const screen = await draw(<InvocationSheet id={id} listed={undefined} onClose={() => undefined} />);
  const failure = screen.getByRole("region", { name: "a step timed out" });
  await expect
    .element(failure.getByRole("list", { name: "Last log lines" }))
    .toMatchTextContent("address missing");
  await expect.element(failure).toMatchTextContent("Read the log lines before it");
});

test.each(["not listed", "listed"])(
  "a sheet whose invocation the API no longer has shows it as it was, and says so: %s",
  async (kind) => {
    const { backend, id, draw } = await open();
    const running = backend.change(id, { status: "running", finished_at: null });
    const listed = kind === "listed" ? running : undefined;
    const screen = await draw(<InvocationSheet id={id} listed={listed} onClose={() => undefined} />);
    await expect.element(screen.getByText("running", { exact: true }).first()).toBeVisible();
    backend.bff.fail(invocationOperations.retrieveInvocation, 404, "not_found", "No such invocation.");
    const gone = screen.getByRole("alert").filter({ hasText: "This invocation no longer exists" });
    await expect.element(gone).toMatchTextContent("No such invocation.");
    await expect.element(screen.getByText("running", { exact: true }).first()).toBeVisible();
  },
);

test("a sheet whose invocation the dashboard only cannot find any more goes on asking for it", async () => {
  const { backend, id, draw } = await open();
  const running = backend.change(id, { status: "running", finished_at: null });
  const read = backend.bff.handlerOf(invocationOperations.retrieveInvocation);
  const screen = await draw(<InvocationSheet id={id} listed={running} onClose={() => undefined} />);
  const callCount = () => backend.bff.calls(invocationOperations.retrieveInvocation).length;
  await expect.poll(callCount).toBeGreaterThan(0);
  backend.bff.fail(
    invocationOperations.retrieveInvocation,
    404,
    "invocation_not_known",
    "It is neither listed by the API nor recorded by this dashboard.",
  );
  const before = callCount();
  await expect.poll(callCount).toBeGreaterThan(before + 1);
  expect(screen.getByRole("alert").elements()).toEqual([]);
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  backend.bff.on(invocationOperations.retrieveInvocation, read);
  await expect.element(screen.getByText("succeeded", { exact: true }).first()).toBeVisible();
});

test("a failure without a line refers to none", async () => {
  const { backend, id, draw } = await open();
  backend.change(id, { status_reason: "a step timed out" });
  backend.recorded.clear();
  const screen = await draw();
  const failure = screen.getByRole("region", { name: "a step timed out" });
  await expect.element(failure).toMatchTextContent(/A step timed out\.\s*No log lines/);
});

test("the own stored log of an invocation leads to the cause, and those of its browsers join in order of time", async () => {
  const { stored, own, startMs, draw } = await open({ query: "?during=all" });
  stored.add(own, ["step 1", "Error: closed"], {
    fromMs: startMs + 499,
    end_reason: "The invocation has ended.",
  });
  const screen = await draw();
  await expect
    .element(screen.getByRole("list", { name: "Last log lines" }))
    .toMatchTextContent("Error: closed");
  const pane = screen.getByRole("region", { name: "Log lines" });
  await expect
    .element(pane)
    .toMatchTextContent(/step 1.*Error: closed.*Log ended · The invocation has ended\./s);
  await expect.element(pane).not.toMatchTextContent("page opened");
  await pane.getByRole("button", { name: "Browser logs" }).click();
  await expect.element(pane).toMatchTextContent(/step 1.*Error: closed.*page opened.*address missing/s);
});

test("a viewer reads why the lines are not shown", async () => {
  const { backend, draw } = await open({ role: "viewer" });
  backend.bff.fail(storedLogOperations.readStoredLines, 403, "forbidden", "This needs the operator role.");
  const screen = await draw();
  await expect
    .element(screen.getByRole("region", { name: "Logs of its browsers" }))
    .toMatchTextContent("Reading stored logs needs the operator role.");
});

test("the stored log of an invocation is deleted after a confirmation that names it, with the operator's reason", async () => {
  const { backend, stored, own, draw } = await open();
  stored.add(own, ["step 1", "Error: closed"], { end_reason: "The invocation has ended." });
  const screen = await draw();
  const pane = screen.getByRole("region", { name: "Log lines" });
  await pane.getByRole("button", { name: /^Delete log of invocation / }).click();
  const dialog = screen.getByRole("alertdialog", { name: /^Delete log of invocation / });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Deletes 2 stored lines of invocation \S+ for everyone\. It is lost for good unless the API still has it\./,
    );
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("personal data");
  await dialog.getByRole("button", { name: "Delete log" }).click();
  await expect.element(screen.getByText("Log deleted")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Delete log/ })).not.toBeInTheDocument();
  const [call] = backend.bff.calls(storedLogOperations.deleteStoredLog);
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("personal data");
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test("a stored log cannot be deleted by a viewer, nor while it is written", async () => {
  const { stored, own, draw } = await open({ role: "viewer" });
  stored.add(own, ["step 1"]);
  const screen = await draw();
  const button = screen.getByRole("button", { name: /^Delete log of invocation / });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await screen.unmount();
  const written = await open();
  written.stored.add(written.own, ["step 1"], { ended_at_ms: null, end_reason: null });
  await written.draw();
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
});
