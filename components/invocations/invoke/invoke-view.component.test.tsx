// The form for one invocation: suggestions, validation, sending once, and drafts.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Toaster } from "@/components/ui/toast";
import { sessionOperations } from "@/lib/bff/operations/session";
import { appOperations } from "@/lib/contract/operations/apps";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { type RenderOptions, renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { InvokeView } from "./invoke-view.tsx";

const { createInvocation } = invocationOperations;
const baseUrl = "https://fleet.example/api";

function shop(): InvocationBackend {
  const backend = new InvocationBackend();
  backend.bff.list(appOperations.listApps, [
    { id: "app1", app_name: "storefront", version: "v1", actions: [{ name: "search" }] },
    {
      id: "app2",
      app_name: "storefront",
      version: "v2",
      actions: [{ name: "search" }, { name: "checkout" }],
    },
    { id: "app3", app_name: "catalogue", version: "v1", actions: [{ name: "crawl" }] },
  ]);
  backend.bff.one(sessionOperations.retrieveConnection, {
    base_url: baseUrl,
    token_fingerprint: "0123456789ab",
    upstream: { state: "answering" },
    capabilities: {},
  });
  return backend;
}

/** Opens the form and waits for the editor, which loads after the page. */
async function open(backend: InvocationBackend, query = "", options: RenderOptions = {}) {
  const screen = await renderView(<InvokeView />, {
    at: `/invocations/new${query}`,
    bff: backend.bff,
    ...options,
  });
  const editor = screen.getByRole("textbox", { name: /^Payload/ });
  await expect.element(editor).toHaveAttribute("contenteditable", "true");
  const field = (name: "Application" | "Version" | "Action") =>
    screen.getByRole("combobox", { name, exact: true });
  return {
    ...screen,
    editor,
    field,
    // While pending, the spinner is part of its name.
    button: screen.getByRole("button", { name: /^(Working )?Invoke$/ }),
    timeLimit: screen.getByRole("textbox", { name: /^Timeout/ }),
    sent: () => backend.bff.calls(createInvocation).map(({ body }) => body),
    write: async (text: string) => {
      await editor.click();
      await userEvent.keyboard("{Control>}a{/Control}");
      // As pasted: the editor would close brackets that are typed.
      document.execCommand("insertText", false, text);
      await expect.element(screen.getByText(`${text.length} B of 4.50 MB`)).toBeVisible();
    },
    name: async (app: string, version: string, action: string) => {
      await field("Application").fill(app);
      await field("Version").fill(version);
      await field("Action").fill(action);
      await userEvent.keyboard("{Escape}");
    },
  };
}

test("deployed targets are suggested; the invocation is queued once and its page opens", async () => {
  const backend = shop();
  const screen = await open(backend);
  const { field, button } = screen;
  await field("Application").click();
  await screen.getByRole("option", { name: "storefront" }).click();
  await field("Version").fill("v2");
  await field("Action").click();
  await expect
    .poll(() =>
      screen
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["checkout", "search"]);
  await screen.getByRole("option", { name: "search" }).click();
  await screen.write('{"query": 12345678901234567890}');
  await screen.getByRole("button", { name: "Format" }).click();
  await screen.timeLimit.fill("60");
  await button.dblClick();
  await expect.poll(screen.address).toMatch(/^\/invocations\/r[0-9a-z]{23}$/);
  const payload = '{\n  "query": 12345678901234567890\n}';
  expect(screen.sent()).toEqual([
    {
      app_name: "storefront",
      version: "v2",
      action_name: "search",
      payload,
      async: true,
      async_timeout_seconds: 60,
    },
  ]);
  window.history.back();
  await screen.reload();
  await expect.element(screen.getByText(/^Sent as/).first()).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "As curl command" }))
    .toMatchTextContent("12345678901234567890");
  await screen.getByRole("button", { name: "Clear" }).click();
  await expect.element(field("Application")).toHaveValue("");
});

test("validation errors are shown at their fields and nothing is sent", async () => {
  const screen = await open(shop());
  const { field, button, editor } = screen;
  await button.click();
  await expect.element(screen.getByText("Enter the application's name.")).toBeVisible();
  await expect.element(field("Application")).toHaveFocus();
  await screen.name("storefront", "v2", "serch");
  await expect.element(screen.getByText(/Action serch of storefront v2 is not known/)).toBeVisible();
  await field("Action").fill("search");
  await userEvent.keyboard("{Escape}");
  await screen.write('{\n  "query": "oak",\n}');
  const fault = screen.getByRole("button", {
    name: /^Line 3, column 1: Remove the comma before }/,
  });
  await expect.element(fault).toBeVisible();
  await screen.timeLimit.fill("9");
  await button.click();
  await expect.element(screen.getByText("Enter whole seconds from 10 to 3,600.")).toBeVisible();
  await fault.click();
  await expect.element(editor).toHaveFocus();
  await userEvent.tab();
  await expect.element(editor).not.toHaveFocus();
  expect(screen.sent()).toEqual([]);
});

test("an API error keeps all input and shows its code and request id", async () => {
  const backend = shop();
  backend.bff.fail(createInvocation, 404, "not_found", "There is no application nosuch.");
  const screen = await open(backend);
  await screen.name("nosuch", "latest", "anything");
  await expect.element(screen.getByText(/Application nosuch is not known/)).toBeVisible();
  await screen.write('{"kept": true}');
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const alert = screen.getByRole("alert").filter({ hasText: "Not invoked" });
  await expect.element(alert).toMatchTextContent("404 not_found");
  await expect.element(alert).toMatchTextContent("component-test");
  await expect.element(screen.editor).toMatchTextContent("kept");
  expect(screen.sent()).toHaveLength(1);
  expect(await axeViolationsIn(document.body)).toEqual([]);
});

test("a failure that may have started an invocation is reported and not retried", async () => {
  const backend = shop();
  // No response arrives: the page cannot determine the outcome of the request.
  backend.bff.on(createInvocation, () => Promise.reject(new TypeError("Failed to fetch")));
  const screen = await open(backend, "?app_name=storefront&version=v2&action_name=search");
  await expect.element(screen.field("Action")).toHaveValue("search");
  await screen.button.click();
  await expect.element(screen.getByText("Outcome unknown")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "this action's invocations" })).toBeVisible();
  expect(screen.sent()).toHaveLength(1);
});

test("a draft survives a reload; another form does not overwrite it and offers it", async () => {
  const backend = shop();
  const screen = await open(backend);
  await expect.element(screen.getByText("Drafts are saved in this browser.")).toBeVisible();
  await screen.field("Application").fill("catalogue");
  await userEvent.keyboard("{Escape}");
  await screen.write('{"half": ');
  await screen.reload();
  await expect.element(screen.getByText(/^Draft saved/).first()).toBeVisible();
  await expect.element(screen.field("Application")).toHaveValue("catalogue");
  await expect.element(screen.editor).toMatchTextContent('{"half":');

  window.history.pushState(null, "", "/invocations/new?app_name=accounts");
  await screen.reload();
  await expect.element(screen.field("Application")).toHaveValue("accounts");
  await screen.getByRole("button", { name: "Restore" }).click();
  await expect.element(screen.field("Application")).toHaveValue("catalogue");
  await expect.element(screen.editor).toMatchTextContent('{"half":');
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.field("Application")).toHaveValue("accounts");
});

test("input just before the page is left is stored", async () => {
  const screen = await open(shop());
  const application = screen.field("Application");
  await application.fill("cata");
  await expect.element(screen.getByText(/^Draft saved/).first()).toBeVisible();
  application.element().focus();
  document.execCommand("insertText", false, "logue");
  await Promise.resolve();
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  expect(localStorage.getItem("fleetdeck.invoke.ada")).toContain('"catalogue"');
});

test("another operator's draft in this browser is not shown", async () => {
  const draft = {
    fields: {
      app_name: "catalogue",
      version: "v1",
      action_name: "crawl",
      payload: "",
      mode: "async",
      timeout: "",
    },
    origin: "/invocations/new",
    savedAtMs: Date.now(),
  };
  const stored = JSON.stringify(draft);
  const screen = await open(shop(), "", { storage: { "fleetdeck.invoke.grace": stored } });
  await expect.element(screen.field("Application")).toHaveValue("");
  await expect.element(screen.getByText(/Drafts are saved in this browser/)).toBeVisible();
  expect(localStorage.getItem("fleetdeck.invoke.grace")).toBe(stored);
});

test("an invocation is repeated as it was; a synchronous one waits for its result", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const backend = shop();
  const payload = '{"maxPages": 4, "pauseMs": 4000}';
  const { id } = backend.add({ app_name: "catalogue", version: "v1", action_name: "crawl", payload });
  const answered = Promise.withResolvers<void>();
  backend.bff.on(createInvocation, async ({ body }) => {
    const made = backend.invoke(body);
    await answered.promise;
    return Response.json({ ...made, status: "succeeded", output: '{"pages":4}' });
  });
  const screen = await open(backend, `?from=${id}`);
  const { button } = screen;
  await expect.element(screen.getByText(/^As invocation/).first()).toBeVisible();
  await expect.element(screen.field("Action")).toHaveValue("crawl");
  await expect.element(screen.editor).toMatchTextContent('"maxPages": 4');
  await screen.getByRole("radio", { name: /^Synchronous/ }).click();
  await screen.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain('"Authorization: Bearer $TOKEN"');
  expect(write.mock.lastCall?.[0]).toContain(baseUrl);

  await button.click();
  const result = screen.getByRole("region", { name: "Result" });
  await expect.element(result).toMatchTextContent("Waiting for crawl");
  await expect.element(result).toMatchTextContent("The invocation continues");
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  answered.resolve();
  await expect.element(result.getByText("succeeded")).toBeVisible();
  await expect.element(result.getByRole("treeitem", { name: "pages: 4" })).toBeVisible();
  await expect
    .element(result.getByRole("link", { name: "Open invocation" }))
    .toHaveAttribute("href", expect.stringMatching(/^\/invocations\/r[0-9a-z]+$/));
  expect(screen.sent()).toEqual([expect.objectContaining({ async: false, payload })]);
});

test("a synchronous invocation that fails after the page was left is shown as a notice", async () => {
  const backend = shop();
  const answered = Promise.withResolvers<Response>();
  backend.bff.on(createInvocation, () => answered.promise);
  const screen = await open(backend, "?app_name=storefront&version=v2&action_name=search");
  await screen.getByRole("radio", { name: /^Synchronous/ }).click();
  await screen.button.click();
  await expect.element(screen.getByRole("region", { name: "Result" })).toMatchTextContent("Waiting for");
  // The next page of the same load.
  await screen.rerender(<Toaster />);
  answered.resolve(problem(429, "upstream_busy", "All 24 browsers are in use."));
  await expect.element(page.getByText("Not invoked")).toBeVisible();
  await expect.element(page.getByText("All 24 browsers are in use.")).toBeVisible();
});

test("recent payloads of an action are offered, and using one can be undone", async () => {
  const backend = shop();
  for (let at = 0; at < 2; at += 1) backend.add({ payload: '{"maxPages": 4}' });
  backend.add({ payload: '{"other": 1}' });
  const screen = await open(backend, "?app_name=storefront&version=v1&action_name=search");
  await screen.write('{"mine": 1}');
  await screen.getByRole("button", { name: "Last payloads" }).click();
  const item = screen.getByRole("menuitem").filter({ hasText: '"maxPages": 4' });
  await expect.element(item).toMatchTextContent("2 times");
  expect(await axeViolationsIn(screen.getByRole("menu").element())).toEqual([]);
  await item.click();
  await expect.element(screen.editor).toMatchTextContent('"maxPages": 4');
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.editor).toMatchTextContent('{"mine": 1}');
});

test("a payload of one megabyte is accepted, validated and measured", async () => {
  const screen = await open(shop());
  const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: at, text: "x".repeat(30) })));
  await screen.editor.click();
  const data = new DataTransfer();
  data.setData("text/plain", large);
  screen.editor
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(screen.getByText(/^1\.\d\d MB of 4\.50 MB$/)).toBeVisible();
  await userEvent.keyboard("{Control>}{End}{/Control},");
  await expect
    .element(screen.getByRole("button", { name: /^Line 1, column \d+: Expected nothing more/ }))
    .toBeVisible();
  await userEvent.keyboard("{Backspace}");
  await expect.element(screen.getByText(/Some APIs take only up to/)).toBeVisible();
});

test("a viewer sees why the button is disabled", async () => {
  const screen = await open(shop(), "?app_name=storefront&version=v2&action_name=search", { role: "viewer" });
  const form = screen.getByRole("form", { name: "Invoke action" });
  await expect.element(form.getByText("This needs the operator role. Yours is viewer.")).toBeVisible();
  await expect.element(screen.button).toHaveAttribute("aria-disabled", "true");
  screen.editor.element().focus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.sent()).toEqual([]);
});

test("a form with an error has no accessibility violation and fits a phone", async () => {
  const screen = await open(shop());
  await screen.name("storefront", "v9", "search");
  await screen.write('{"query": "it\'s", "n": [1, true, null,]}');
  await expect.element(screen.getByText(/comma before ]/)).toBeVisible();
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await screen.getByRole("radio", { name: /^Synchronous/ }).click();
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await page.viewport(1440, 900);
});

test("the API's field errors are shown at the fields, with the input unchanged", async () => {
  const backend = shop();
  backend.bff.on(createInvocation, () => problem(400, "invalid_request", "body.version is not known"));
  const screen = await open(backend, "?app_name=storefront&version=v2&action_name=search");
  await screen.write('{"kept": true}');
  await screen.button.click();
  await expect.element(screen.getByRole("alert").filter({ hasText: "Not invoked" })).toBeVisible();
  await expect.element(screen.field("Version")).toHaveValue("v2");
  await expect.element(screen.editor).toMatchTextContent("kept");
});
