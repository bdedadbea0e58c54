import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { BffError } from "@/lib/queries/bff";
import { renderView } from "@/tests/support/component/render-view";
import { ErrorState } from "./error-state.tsx";

test("of an act that may have been done the title does not say that it was not", async () => {
  const error = new BffError(504, "upstream_timeout", "Too late.", { isOutcomeUnknown: true });
  const screen = await renderView(<ErrorState error={error} title="Not created" shape="strip" />);
  await expect.element(screen.getByRole("alert")).toMatchTextContent(/^Outcome unknownToo late\./);
});

test("a failure without an answer has no status", async () => {
  const error = new BffError(0, "dashboard_unreachable", "The dashboard cannot be reached.");
  const screen = await renderView(<ErrorState error={error} />);
  await expect.element(screen.getByText("dashboard_unreachable", { exact: true })).toBeVisible();
});

test("writes out what would turn the direction of the texts of an error (T24)", async () => {
  const error = new BffError(400, "bad\u202ename", "No proxy a\u202eb.");
  const screen = await renderView(<ErrorState error={error} title={"c\u202ed was not checked"} />);
  await expect
    .element(screen.getByRole("alert"))
    .toMatchTextContent(/^c⟨U\+202E⟩d was not checkedNo proxy a⟨U\+202E⟩b\.400 bad⟨U\+202E⟩name$/);
});

test("the lines of a strip begin at the same edge on a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const requestId = "7b87a57a-cae0-46e9-8413-3dfc22be11c1";
  const error = new BffError(503, "upstream_broken_off", "The API broke off its answer.", { requestId });
  const screen = await renderView(<ErrorState error={error} shape="strip" />);
  const leftOf = (text: string) => screen.getByText(text).element().getBoundingClientRect().left;
  const left = leftOf("The API broke off its answer.");
  expect(leftOf("503 upstream_broken_off")).toBe(left);
  expect(leftOf(`request ${requestId}`)).toBe(left);
});

test("a request id of a block stands on one line with its copy button on a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const requestId = "7b87a57a-cae0-46e9-8413-3dfc22be11c1";
  const error = new BffError(503, "upstream_broken_off", "The API broke off its answer.", { requestId });
  const screen = await renderView(
    <div className="px-4">
      <ErrorState error={error} />
    </div>,
  );
  const [text] = screen.getByText(`request ${requestId}`).element().childNodes;
  const range = document.createRange();
  if (text !== undefined) range.selectNodeContents(text);
  expect(new Set(Array.from(range.getClientRects(), ({ top }) => top)).size).toBe(1);
});

test("no word of the message of a block stands alone on its last line on a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const text =
    "The API cannot be reached. Check that it runs, and that API_BASE_URL is its address. Retrying every few seconds.";
  const screen = await renderView(<ErrorState error={new BffError(503, "upstream_unreachable", text)} />);
  const message = screen.getByText(text).element();
  const range = document.createRange();
  range.selectNodeContents(message);
  const widths = Array.from(range.getClientRects(), ({ width }) => width);
  expect(widths.length).toBeGreaterThan(1);
  expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) / 2);
});

/** Each retry fails with another request id. */
function Failing() {
  const [tries, setTries] = useState(1);
  const error = new BffError(503, "upstream_unreachable", "The API cannot be reached.", {
    requestId: `try-${tries}`,
  });
  return <ErrorState error={error} onRetry={() => setTries(tries + 1)} />;
}

test("the request id of each further retry is shown, but not announced", async () => {
  const screen = await renderView(<Failing />);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  observer.observe(screen.getByRole("alert").element(), {
    childList: true,
    characterData: true,
    subtree: true,
  });
  onTestFinished(() => observer.disconnect());
  await screen.getByRole("button", { name: "Retry" }).click();
  await expect.element(screen.getByText("request try-2")).toBeVisible();
  const announcedIn = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest("[aria-live], [role=alert]");
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((node) => announcedIn(node)?.getAttribute("aria-live") !== "off")).toEqual([]);
});
