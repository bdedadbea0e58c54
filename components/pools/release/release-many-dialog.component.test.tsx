import { useState } from "react";
import { expect, test } from "vitest";
import { bffHeaders } from "@/lib/bff/headers";
import { poolInsightOperations } from "@/lib/bff/operations/pool-insight";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import { poolOperations } from "@/lib/contract/operations/pools";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { expectOneBatch } from "@/tests/support/component/expect-one-batch";
import { acquiredOf, acquiredSessionOf, poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { ReleaseManyDialog } from "./release-many-dialog.tsx";

const invocation = {
  id: "invocation-1",
  app_name: "catalogue",
  version: "v1",
  action_name: "crawl",
  status: "running",
  started_at_ms: Date.now() - 60_000,
  finished_at_ms: null,
};
const busy = acquiredSessionOf({ id: "ses-busy", work: "running", invocation });
const quiet = acquiredSessionOf({ id: "ses-quiet", first_seen_ms: Date.now() - 900_000 });
const fresh = acquiredSessionOf({ id: "ses-fresh", first_seen_ms: Date.now() - 60_000 });

async function openDialog({
  wanted,
  acquired = () => acquiredOf([busy, fresh, quiet]),
  refuses = [],
}: {
  wanted?: number;
  acquired?: () => PoolAcquired;
  refuses?: readonly string[];
}) {
  const bff = emptyBff()
    .one(poolInsightOperations.readPoolAcquired, acquired)
    .on(poolOperations.releaseBrowser, ({ body }) => {
      const refused = refuses.find((id) => JSON.stringify(body).includes(id));
      return refused === undefined
        ? new Response(null, { status: 204 })
        : problem(404, "not_found", `${refused} is not acquired.`);
    });
  const screen = await renderView(<Closing wanted={wanted} />, { bff });
  const dialog = screen.getByRole("dialog");
  const list = dialog.getByRole("list", { name: "Acquired browsers" });
  return { bff, screen, dialog, list };
}

function Closing({ wanted }: { wanted: number | undefined }) {
  const [open, setOpen] = useState(true);
  const [released, setReleased] = useState<readonly string[]>([]);
  return open ? (
    <ReleaseManyDialog
      pool={poolOf({ id: "pool-1" })}
      wanted={wanted}
      onClose={() => setOpen(false)}
      onReleased={setReleased}
    />
  ) : (
    <output>{`released ${released.join(" ")}`}</output>
  );
}

const idsIn = (list: { element: () => Element }) =>
  [...list.element().querySelectorAll("li label")].map(({ textContent }) => textContent);

test("a remedy checks as many idle ones as it needs, the longest idle first, and none that is busy", async () => {
  const { dialog, list, screen } = await openDialog({ wanted: 1 });
  await expect.element(dialog.getByText("1 of 1 selected")).toBeVisible();
  expect(idsIn(list)).toEqual(["ses-quiet", "ses-fresh", "ses-busy"]);
  await expect.element(dialog.getByRole("checkbox", { name: "ses-quiet" })).toBeChecked();
  await expect.element(dialog.getByRole("checkbox", { name: "ses-fresh" })).not.toBeChecked();
  const row = list.getByRole("listitem").filter({ hasText: "ses-busy" });
  await expect.element(row).toMatchTextContent("running invocation");
  await expect
    .element(row.getByRole("link", { name: "catalogue v1 crawl, invocation-1, in a new tab" }))
    .toHaveAttribute("href", "/invocations/invocation-1");
  await expect
    .element(list.getByRole("listitem").filter({ hasText: "ses-quiet" }))
    .toMatchTextContent("no known invocation");
  await expect.element(dialog.getByText(/3 of 3 acquired are known/)).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("released", { exact: true })).toBeVisible();
});

test("a busy one causes a warning, and the release requires a selection and a reason", async () => {
  const { dialog, bff } = await openDialog({});
  await expect.element(dialog.getByText("0 browsers selected")).toBeVisible();
  const release = (name: string) => dialog.getByRole("button", { name, exact: true });
  await expect.element(release("Release")).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("checkbox", { name: "ses-busy" }).click();
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent("1 browser of the selected has a running invocation");
  await release("Release 1 browser").click();
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await expect.element(dialog.getByText("Give a reason.", { exact: false })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "ses-busy" }).click();
  await expect.element(dialog.getByText(/has a running invocation/)).not.toBeInTheDocument();
  expect(bff.calls(poolOperations.releaseBrowser)).toEqual([]);
});

test("each release is one call, sent once; failures are listed beside successes", async () => {
  const { dialog, bff, screen } = await openDialog({ refuses: ["no-such-session"] });
  await dialog.getByRole("checkbox", { name: "ses-quiet" }).click();
  await dialog.getByLabelText(/^Other browser ids/).fill("no-such-session");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("it runs empty tonight");
  const release = dialog.getByRole("button", { name: "Release 2 browsers" });
  await expect.element(release).not.toHaveAttribute("aria-disabled");
  // Two clicks before the next render.
  for (const _ of [1, 2]) release.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(dialog.getByText("1 browser released, 1 failed.")).toBeVisible();
  await expect
    .element(dialog.getByRole("region", { name: "Failures" }))
    .toMatchTextContent("no-such-session is not acquired.");
  const calls = bff.calls(poolOperations.releaseBrowser);
  expectOneBatch(calls);
  expect(calls.map(({ body }) => body)).toEqual([
    { session_id: "ses-quiet", reuse: true },
    { session_id: "no-such-session", reuse: true },
  ]);
  expect(calls.map(({ headers }) => headers.get(bffHeaders.reason))).toEqual(
    Array(2).fill(encodeURIComponent("it runs empty tonight")),
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(screen.getByText("released ses-quiet")).toBeVisible();
});

test("the list keeps its order and checks while it is refreshed; new ones are appended", async () => {
  let sessions: readonly AcquiredSession[] = [quiet, fresh];
  const { dialog, list } = await openDialog({ wanted: 1, acquired: () => acquiredOf(sessions) });
  await expect.element(dialog.getByRole("checkbox", { name: "ses-quiet" })).toBeChecked();
  sessions = [
    acquiredSessionOf({ id: "ses-old", first_seen_ms: Date.now() - 3_600_000 }),
    fresh,
    { ...quiet, work: "running", invocation },
  ];
  await expect.poll(() => idsIn(list)).toEqual(["ses-quiet", "ses-fresh", "ses-old"]);
  await expect.element(dialog.getByRole("checkbox", { name: "ses-quiet" })).toBeChecked();
  await expect.element(dialog.getByRole("checkbox", { name: "ses-old" })).not.toBeChecked();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("has a running invocation");
});

test("where the API does not report acquired sessions, an id can still be typed", async () => {
  const { dialog } = await openDialog({
    acquired: () => acquiredOf([], { source: "not_linked", acquired: 3 }),
  });
  await expect.element(dialog.getByText(/The API does not report this pool's browsers/)).toBeVisible();
  await dialog.getByLabelText(/^Other browser ids/).fill("ses-1, ses-2 ses-1");
  await expect.element(dialog.getByText("2 browsers selected")).toBeVisible();
});

test("typed ids outlive a reload, and Cancel forgets them", async () => {
  const { dialog, screen } = await openDialog({});
  const typed = dialog.getByLabelText(/^Other browser ids/);
  await typed.fill("ses-elsewhere");
  await screen.reload();
  await expect.element(typed).toHaveValue("ses-elsewhere");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.reload();
  await expect.element(typed).toHaveValue("");
});
