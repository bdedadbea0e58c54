// Selecting runs: by pointer and keyboard, over pages, all that match, and beside rows that come.
import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { faultsIn } from "@/tests/support/component/axe";
import { openRuns } from "@/tests/support/component/run-table";
import { RunWorld } from "@/tests/support/component/run-world";

function sevenRuns(): RunWorld {
  const world = new RunWorld();
  for (let at = 0; at < 2; at += 1) world.add();
  for (let at = 0; at < 5; at += 1) world.add({ status: "failed" });
  return world;
}

test("takes ranges by pointer and keyboard, lives through paging, and Esc clears it", async () => {
  const world = sevenRuns();
  const newest = [...world.runs.keys()].toReversed();
  const screen = await openRuns(world, "?limit=3");
  const { ids, bar, box } = screen;
  await expect.poll(ids).toEqual(newest.slice(0, 3));
  await box(newest[0] ?? "").click();
  await userEvent.click(box(newest[2] ?? ""), { modifiers: ["Shift"] });
  await expect.element(bar).toMatchTextContent("3 runs selected");
  await box(newest[1] ?? "").click();
  await expect.element(bar).toMatchTextContent("2 runs selected");
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(ids).toEqual(newest.slice(3, 6));
  await expect.element(bar).toMatchTextContent("2 runs selected");

  screen.row(0).focus();
  await userEvent.keyboard("x");
  await expect.element(bar).toMatchTextContent("3 runs selected");
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await expect.element(bar).toMatchTextContent("5 runs selected");
  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
  await expect.element(bar).toMatchTextContent("4 runs selected");
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  await userEvent.keyboard(" ");
  await expect.element(bar).toMatchTextContent("3 runs selected");
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(bar).toMatchTextContent("5 runs selected");

  // With the sheet open the first Esc is the sheet's.
  await userEvent.keyboard("j");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(bar).toMatchTextContent("5 runs selected");
  await userEvent.keyboard("{Escape}");
  await expect.element(bar).not.toBeInTheDocument();
});

test("offers all that match once the page is selected, and stays while new runs arrive", async () => {
  const world = sevenRuns();
  const screen = await openRuns(world, "?limit=2&status=failed");
  const { ids, bar, box } = screen;
  await expect.poll(ids).toHaveLength(2);
  const [first = ""] = ids();
  const all = screen.getByRole("checkbox", { name: "Select all rows on this page" });
  await box(first).click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  const offer = screen.getByRole("button", { name: /^Select all that match/ });
  await expect.element(offer).toBeVisible();
  expect(await faultsIn(screen.getByRole("main").element())).toEqual([]);
  await offer.click();
  await expect.element(screen.getByText("All 5 that match are selected.")).toBeVisible();
  await expect.element(bar).toMatchTextContent("5 runs selected");
  const { id } = world.add({ status: "failed" });
  await screen.getByRole("button", { name: "1 new" }).click();
  await expect.poll(() => ids()[0]).toBe(id);
  await expect.element(box(id)).not.toBeChecked();
  await expect.element(box(first)).toBeChecked();
  await expect.element(bar).toMatchTextContent("5 runs selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(bar).not.toBeInTheDocument();
  // The first of those that were selected, behind the one that came since.
  await expect.element(screen.row(1)).toHaveFocus();
});
