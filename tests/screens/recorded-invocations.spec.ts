// More invocations than a page reads, at an API that lists them and returns none by its id: what the
// dashboard's own record answers is compared with what the script of the invocations says.
import type { Page } from "@playwright/test";
import { invocationHistory } from "../../lib/bff/invocation-history.ts";
import {
  lastedMs,
  type ScriptedInvocation,
  scriptedInvocation,
} from "../support/fakes/scripted-invocations.ts";
import { expect, type TestStack, test } from "./fixtures.ts";

test.use({ stackName: "recorded-invocations" });

const count = 2_600;
const spanMs = 5 * 86_400_000;
const fromMs = Date.now() - spanMs - 600_000;
/** The invocation whose payload is longer than what is recorded of it. It is among the newest: the list is read for it. */
const longAt = count - 20;
const invocationAt = (at: number): ScriptedInvocation => {
  const invocation = scriptedInvocation(at, { count, fromMs, spanMs });
  return at === longAt
    ? { ...invocation, payload: JSON.stringify({ note: "long ".repeat(400) }) }
    : invocation;
};
/** Newest first, as every answer has them. */
const invocations = Array.from({ length: count }, (_, at) => invocationAt(count - 1 - at));

/** Lists all the invocations, and waits until the record has them. */
async function recorded({ upstream, dashboard }: TestStack): Promise<void> {
  for (const invocation of invocations.toReversed())
    upstream.records.invocations.set(invocation.id, invocation);
  upstream.fail("GET", "/invocations/{id}", { kind: "answer", status: 405, body: {} });
  const admin = await dashboard.admin();
  const read = async () => {
    const { json } = await admin.get(`/api/history/invocations?limit=1&since_ms=${fromMs}`);
    const { complete, invocations: newest } = invocationHistory.parse(json);
    return complete && newest[0]?.id === invocations[0]?.id;
  };
  await expect.poll(read, { timeout: 80_000 }).toBe(true);
}

const main = (page: Page) => page.getByRole("main");

test("a filter that the API lacks searches all recorded invocations, page by page", async ({
  page,
  upstream: _,
  stack,
}) => {
  await recorded(stack);
  const wanted = invocations
    .filter((invocation) => lastedMs(invocation) > 10_000 && invocation.version !== "v1")
    .map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(300);
  await page.goto("/invocations?took_over=10s&since=168h&not_version=v1&limit=100&live=off");
  // The API's newest two thousand are read first, a hundred at a time.
  const recordedText = main(page).getByText(/History of the last/);
  await expect(recordedText).toBeVisible({ timeout: 30_000 });
  const next = main(page).getByRole("button", { name: "Next page" });
  const shown = () =>
    page
      .getByRole("table", { name: "Invocations" })
      .locator("tr[data-key]")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-key")));
  for (let offset = 0; offset < wanted.length; offset += 100) {
    await expect.poll(shown).toEqual(wanted.slice(offset, offset + 100));
    if (offset + 100 < wanted.length) await next.click();
  }
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(main(page).getByText(`of ${wanted.length}`)).toBeVisible();
});

test("an invocation that cannot be retrieved is shown from the list, else from the recorder", async ({
  page,
  upstream: { records },
  stack,
}) => {
  await recorded(stack);
  const { id } = invocationAt(longAt);
  await page.goto(`/invocations/${id}`);
  await expect(main(page).getByText(/From the API's list/)).toBeVisible();
  await expect(page.getByRole("tree", { name: "Payload" })).toContainText("long long");

  records.invocations.delete(id);
  await page.reload();
  await expect(main(page).getByText(/From the dashboard's history, as of/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Payload" })).toContainText(
    "Not stored: the payload has 1,000 characters or more.",
  );
  await expect(page.getByRole("tree", { name: "Output" })).toBeVisible();
  await page.getByRole("link", { name: "Run again" }).click();
  await expect(page.getByText(/The payload is not filled in/)).toBeVisible();

  await page.goto("/invocations/inv_nowhere");
  await expect(page.getByRole("heading", { level: 1, name: "Invocation inv_nowhere" })).toBeVisible();
  await expect(main(page)).toContainText("nor recorded by this dashboard");
});
